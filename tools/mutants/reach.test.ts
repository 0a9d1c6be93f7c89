import { stripTypeScriptTypes } from 'node:module'
import { afterEach, expect, test } from 'vitest'
import { mutantsOf } from './mutate.ts'
import { holder, marked, markOf } from './reach.ts'

/** What a text returns as the body of a function, and at which of its lines mutants were reached. */
function run(source: string): { readonly value: unknown; readonly lines: readonly number[] } {
  const mutants = mutantsOf('x.ts', source)
  holder.reachedMutants = new Set()
  const text = stripTypeScriptTypes(`function whole() {${marked('x.ts', source, mutants)}}`)
  const value = new Function(`${text}\nreturn whole()`)()
  const reached = mutants.filter((mutant) => holder.reachedMutants?.has(markOf('x.ts', mutant)))
  return { value, lines: [...new Set(reached.map(({ line }) => line))] }
}

afterEach(() => {
  holder.reachedMutants = undefined
})

test.each<[string, unknown, readonly number[]]>([
  ['let a = 1\nif (a < 2) a += 5\nelse a = 0\nreturn a', 6, [1, 2]],
  ['const a = []\na.push(1)\na.length > 0 && a.push(2)\nreturn a.length', 2, [2, 3]],
  ['let a\na ||= 3\nconst f = () => a * 2\nreturn f', undefined, [2]],
  ['const b = !false\nfor (let i = 0; i < 2; i++) if (i > 5) throw new Error()\nreturn b', true, [1, 2]],
])('a marked text does what it did, and tells what of it ran: %j', (source, value, lines) => {
  const ran = run(source)
  if (value !== undefined) expect(ran.value).toBe(value)
  expect(ran.lines).toEqual(lines)
})
