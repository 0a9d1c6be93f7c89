import { expect, test } from 'vitest'
import { statusReport } from './status-report.ts'

const operations = [
  { family: 'notes', method: 'add' },
  { family: 'notes', method: 'get' },
  { family: 'text', method: 'translate' },
  { family: 'text', method: 'translate_post', formOf: 'text.translate' },
  { family: 'url', method: 'shorten' },
]

const handler = () => ({})

test('served families, missing methods and open families are told apart and counted', () => {
  expect(statusReport(operations, { notes: { add: handler }, url: { shorten: handler } })).toBe(
    [
      'Served',
      '  notes  1 of 2 methods, missing: get',
      '  url    1 method',
      'Not yet, answering not_implemented',
      '  text   translate',
      '2 of 3 families and 2 of 4 methods are served.',
    ].join('\n'),
  )
})

test('a second form of a method needs no handler of its own', () => {
  const text = { translate: handler }
  expect(statusReport(operations, { text })).toContain('  text   1 method\n')
})

test('an empty group says so', () => {
  expect(statusReport(operations, {})).toContain('Served\n  none\n')
  const all = { notes: { add: handler, get: handler }, text: { translate: handler }, url: { shorten: handler } }
  expect(statusReport(operations, all)).toContain('Not yet, answering not_implemented\n  none\n')
})
