import { expect, test } from 'vitest'
import { prefersHtml } from './route-problems.ts'

test.each([
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true],
  ['text/html', true],
  ['TEXT/HTML', true],
  ['text/*', true],
  ['text/html, application/json', true],
  ['application/json, text/html', false],
  ['application/json;q=0.5, text/html', true],
  ['text/html;q=0.5, application/json', false],
  ['text/html;q=0, */*', false],
  ['application/json', false],
  ['*/*', false],
  ['image/png', false],
  ['text/html;q=junk', false],
  ['', false],
  [undefined, false],
])('Accept: %s requests a page: %s', (accept, expected) => {
  expect(prefersHtml({ headers: accept === undefined ? {} : { accept } })).toBe(expected)
})
