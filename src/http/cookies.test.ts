import { expect, test } from 'vitest'
import { cookieOf } from './cookies.ts'

test('a cookie is found by its whole name among others', () => {
  expect(cookieOf('a=1; onedoor_session=secret; b=2', 'onedoor_session')).toBe('secret')
  expect(cookieOf('onedoor_session=a=b', 'onedoor_session')).toBe('a=b')
  expect(cookieOf('onedoor_session=', 'onedoor_session')).toBe('')
  for (const header of [undefined, '', 'a=1', 'x_onedoor_session=1', 'onedoor_session2=1', 'onedoor_session'])
    expect(cookieOf(header, 'onedoor_session')).toBeUndefined()
})

test('of two different values neither counts, because one may be planted; the same value twice counts', () => {
  expect(cookieOf('onedoor_session=mine; onedoor_session=planted', 'onedoor_session')).toBe('')
  expect(cookieOf('onedoor_session=mine; onedoor_session=mine', 'onedoor_session')).toBe('mine')
})
