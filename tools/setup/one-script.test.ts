import { runInThisContext } from 'node:vm'
import { expect, test } from 'vitest'
import { asScript } from './one-script.mjs'

/** What the module of a code exports, by running its script. */
function exportsOf(code: string, helpers?: { name: string; code: string }): Record<string, unknown> {
  const { script, names } = asScript(code, helpers)
  const values = runInThisContext(script)((name: string) => process.getBuiltinModule(name))
  return Object.fromEntries(names.map((name, at) => [name, values[at]]))
}

test('a script gives what the module exported, under the names it exported them by', () => {
  const code =
    "import path, { join as j } from 'node:path'\nconst a = j('b', 'c')\nclass D {}\nexport { a, D as d, path as p, a as e }"
  expect(exportsOf(code)).toEqual({
    a: 'b/c',
    d: expect.any(Function),
    p: process.getBuiltinModule('node:path'),
    e: 'b/c',
  })
})

test('a script has no this, and the strictness of a module', () => {
  expect(exportsOf('const self = this\nconst inner = (function () { return this })()\nexport { self, inner }')).toEqual(
    {
      self: undefined,
      inner: undefined,
    },
  )
})

test("rolldown's own functions come with it, apart from names of the module", () => {
  const helpers = { name: 'h.mjs', code: 'var x = 1\nvar twice = (n) => 2 * n * x\nexport { twice as t }' }
  expect(exportsOf("import { t as twice } from './h.mjs'\nconst x = twice(4)\nexport { x }", helpers)).toEqual({ x: 8 })
})

test.each([
  ['export let n = 0\nexport { n as m }', 'by a list'],
  ['let n = 0\nexport { n }\nfunction up() { n++ }', 'changes what it exports: n'],
  ['let n = 0\nexport { n }\nconst up = () => ({ n } = { n: 1 })', 'changes what it exports: n'],
  ['function n() {}\nexport { n }\nconst up = () => { for ([n] of [[1]]); }', 'changes what it exports: n'],
  ['let n = 0\nexport { n }\nclass A { up = (n = 1) }', 'changes what it exports: n'],
  ['let n = 0\nexport { n }\nfunction up() { { let n = 1; n = 2 } n = 3 }', 'changes what it exports: n'],
  ["import * as all from 'node:fs'\nexport { all }", 'imports all of node:fs'],
  ["import undici from 'undici'\nexport { undici }", 'imports undici'],
  ["export * from 'node:fs'", 'by a list'],
  ['export default 1', 'by a list'],
  ['const a = ', 'cannot be read'],
  ['const a = await 1\nexport { a }', 'is no script'],
])('what a script cannot be is refused: %s', (code, reason) => {
  expect(() => asScript(code)).toThrow(reason)
})

test.each([
  'let n = 0\nexport { n }\nn = 1',
  'let n = 0\nexport { n }\nfunction other(n) { n = 1 }',
  'let n = 0\nexport { n }\nfunction other() { let n = 1; n++ }',
  'let n = 0\nexport { n }\nfunction other() { for (let n = 0; n < 2; n++); }',
  'let n = 0\nexport { n }\nfunction other({ a: [n = 2] }) { n = 1 }',
  'let n = 0\nexport { n }\nfunction other() { try {} catch (n) { n = 1 } }',
  'let n = 0\nexport { n }\nfunction other(a) { switch (a) { case 1: let n = 2; n = 3 } }',
  'let n = 0\nexport { n }\nconst other = function n() { n = 1 }',
])('a name that means something else where it is assigned to is no change: %s', (code) => {
  expect(asScript(code).names).toEqual(['n'])
})
