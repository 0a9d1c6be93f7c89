import { describe, expect, test } from 'vitest'
import { differenceOf, mutantsOf, mutated } from './mutate.ts'

const allOf = (source: string) => mutantsOf('x.ts', source).map((mutant) => mutated(source, mutant))

describe('mutants', () => {
  test.each<[string, string[]]>([
    ['a < b', ['a <= b', 'a > b', ';']],
    ['x ||= y', ['x = y', ';']],
    ['const a = await b()', ['const a = b()']],
    ['const a = !b', ['const a = b']],
    ['const limit = 100', ['const limit = (100 + 1)']],
    ['if (a) b()', ['if (true) b()', 'if (false) b()', 'if (a) ;']],
    ['const a = b ? c : d', ['const a = true ? c : d', 'const a = false ? c : d']],
    ['function f() { throw new Error() }', ['function f() { ; }']],
  ])('of %s', (source, expected) => {
    expect(allOf(source).sort()).toEqual([...expected].sort())
  })

  test('leave types, imports and the words of messages alone', () => {
    expect(allOf("import { a } from 'b'\ninterface A { readonly b: true; readonly c: 5 }\ntype B = 1 | 2")).toEqual([])
    const message = 'const message = `of ' + '$' + '{a + 1}`'
    expect(allOf(message)).toEqual([])
  })

  test('say which lines they change', () => {
    const source = 'const a = 1\n  if (a < b) c()\n'
    const mutant = mutantsOf('x.ts', source).find(({ text }) => text === '<=')
    expect(mutant).toMatchObject({ kind: 'operator', line: 2 })
    expect(mutant && differenceOf(source, mutant)).toBe('    - if (a < b) c()\n    + if (a <= b) c()')
  })
})
