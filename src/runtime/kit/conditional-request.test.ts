import { expect, test } from 'vitest'
import { wantedOf } from './conditional-request.ts'

const validators = { etag: '"abc"', modifiedMs: Date.parse('2026-11-21T09:30:00.500Z') }
const ask = (headers: Record<string, string>, { method = 'GET', size = 1000 } = {}) =>
  wantedOf({ method, headers }, validators, size)

test.each([
  ['0-0', 0, 0],
  ['0-99', 0, 99],
  ['990-', 990, 999],
  ['-10', 990, 999],
  ['-5000', 0, 999],
  ['900-5000', 900, 999],
])('bytes=%s is a part', (range, start, end) => {
  expect(ask({ range: `bytes=${range}` })).toEqual({ status: 206, range: { start, end } })
})

test.each(['bytes=1000-', 'bytes=2000-3000', 'bytes=-0'])('%s is beyond the end', (range) => {
  expect(ask({ range })).toEqual({ status: 416 })
})

test.each(['bytes=0-1,5-9', 'bytes=a-b', 'lines=1-2', 'bytes', 'bytes=5-1,0-3,9-9'])(
  '%s returns the whole file',
  (range) => {
    expect(ask({ range })).toEqual({ status: 200 })
  },
)

test('an empty file has no parts', () => {
  expect(ask({ range: 'bytes=0-' }, { size: 0 })).toEqual({ status: 416 })
  expect(ask({}, { size: 0 })).toEqual({ status: 200 })
})

test('a range is ignored for HEAD', () => {
  expect(ask({ range: 'bytes=0-1' }, { method: 'HEAD' })).toEqual({ status: 200 })
})

test.each([
  ['"abc"', 206],
  ['"other"', 200],
  ['W/"abc"', 200],
  ['Sat, 21 Nov 2026 09:30:00 GMT', 200],
])('If-Range: %s', (ifRange, status) => {
  expect(ask({ range: 'bytes=0-1', 'if-range': ifRange }).status).toBe(status)
})

test.each([
  ['"abc"', 304],
  ['W/"abc"', 304],
  ['"x", "abc"', 304],
  ['*', 304],
  ['"x"', 200],
  ['abc', 200],
])('If-None-Match: %s', (noneMatch, status) => {
  expect(ask({ 'if-none-match': noneMatch }).status).toBe(status)
  // It is evaluated before a date and before a range.
  expect(ask({ 'if-none-match': noneMatch, 'if-modified-since': 'Sat, 21 Nov 2026 09:30:00 GMT' }).status).toBe(status)
})

test.each([
  ['Sat, 21 Nov 2026 09:30:00 GMT', 304],
  ['Sat, 21 Nov 2026 09:29:59 GMT', 200],
  ['yesterday', 200],
])('If-Modified-Since: %s', (since, status) => {
  expect(ask({ 'if-modified-since': since }).status).toBe(status)
})

test.each([
  ['if-match', '"abc"', 200],
  ['if-match', '*', 200],
  ['if-match', '"x"', 412],
  ['if-match', 'W/"abc"', 412],
  ['if-unmodified-since', 'Sat, 21 Nov 2026 09:30:00 GMT', 200],
  ['if-unmodified-since', 'Sat, 21 Nov 2026 09:29:59 GMT', 412],
])('%s: %s', (name, value, status) => {
  expect(ask({ [name]: value }).status).toBe(status)
})
