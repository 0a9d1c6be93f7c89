import { expect, test } from 'vitest'
import { statusReport } from './status-report.ts'

const operations = [
  { family: 'notes', method: 'add' },
  { family: 'notes', method: 'get' },
  { family: 'text', method: 'translate' },
  { family: 'text', method: 'translate_post', formOf: 'text.translate' },
  { family: 'url', method: 'shorten' },
]

test('served and open families are listed separately and counted', () => {
  expect(statusReport(operations, new Set(['notes', 'url']))).toBe(
    [
      'Served',
      '  notes  2 methods',
      '  url    1 method',
      'Not yet, answering not_implemented',
      '  text   translate',
      '2 of 3 families and 3 of 4 methods are served.',
    ].join('\n'),
  )
})

test('a second form of a method needs no handler of its own', () => {
  expect(statusReport(operations, new Set(['text']))).toContain('  text   1 method\n')
})

test('an empty group says so', () => {
  expect(statusReport(operations, new Set())).toContain('Served\n  none\n')
  const all = new Set(['notes', 'text', 'url'])
  expect(statusReport(operations, all)).toContain('Not yet, answering not_implemented\n  none\n')
})
