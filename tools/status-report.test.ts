import { expect, test } from 'vitest'
import { statusReport } from './status-report.ts'

const operations = [
  { id: 'notes.add', family: 'notes', method: 'add' },
  { id: 'notes.get', family: 'notes', method: 'get' },
  { id: 'text.translate', family: 'text', method: 'translate' },
  { id: 'text.translate_post', family: 'text', method: 'translate_post', formOf: 'text.translate' },
  { id: 'url.shorten', family: 'url', method: 'shorten' },
]

const of =
  (...families: string[]) =>
  ({ family }: { readonly family: string }) =>
    families.includes(family)

test('served and open families are listed separately and counted', () => {
  expect(statusReport(operations, of('notes', 'url'))).toBe(
    [
      'Served',
      '  notes  2 methods',
      '  url    1 method',
      'Not yet, answering not_implemented',
      '  text   translate',
      '2 of 3 families are served whole, and 3 of 4 methods.',
    ].join('\n'),
  )
})

test('a second form of a method needs no separate handler', () => {
  expect(statusReport(operations, of('text'))).toContain('  text   1 method\n')
})

test('an empty group says so', () => {
  expect(statusReport(operations, of())).toContain('Served\n  none\n')
  const all = of('notes', 'text', 'url')
  expect(statusReport(operations, all)).toContain('Not yet, answering not_implemented\n  none\n')
})

test('a partly served family is listed with its missing methods', () => {
  expect(statusReport(operations, ({ id }) => id !== 'notes.get' && id !== 'text.translate')).toBe(
    [
      'Served',
      '  notes  1 method',
      '  url    1 method',
      'Not yet, answering not_implemented',
      '  notes  get',
      '  text   translate',
      '1 of 3 families are served whole, and 2 of 4 methods.',
    ].join('\n'),
  )
})
