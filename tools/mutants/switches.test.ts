import { stripTypeScriptTypes } from 'node:module'
import { afterEach, expect, test } from 'vitest'
import { mutantsOf, mutated } from './mutate.ts'
import { holder, Switches, switchable } from './switches.ts'

/** What a text returns as the body of a function. */
function run(source: string): unknown {
  try {
    return new Function(`${stripTypeScriptTypes(`function whole() {${source}\n}`)}\nreturn whole()`)()
  } catch (error) {
    return error
  }
}

afterEach(() => {
  holder.mutantSwitches = undefined
})

const sources = [
  'let a = 1\nif (a < 2) a += 5\nelse a = 0\nreturn a',
  'const a = []\na.push(1)\na.length > 0 && a.push(2)\nreturn a.length',
  'let a\na ||= 3\nconst f = () => a * 2\nreturn f()',
  'const b = !false\nfor (let i = 0; i < 2; i++) if (i > 5) throw new Error()\nreturn b',
  'const a = 5\nreturn a > 2 && a < 9 ? [a, (a - 1) * 2] : { b: true }',
]

test.each(sources)(
  'a text does what it did with no mutant on, and what each mutant does with that one: %j',
  (source) => {
    const mutants = mutantsOf('x.ts', source)
    const text = switchable(source, mutants, 10)
    const switches = new Switches()
    holder.mutantSwitches = switches
    expect(run(text)).toEqual(run(source))
    for (const [index, mutant] of mutants.entries()) {
      switches.active = 10 + index
      expect(run(text), mutated(source, mutant)).toEqual(run(mutated(source, mutant)))
    }
  },
)

test('what is come to is told, once', () => {
  const source = 'let a = 1\nif (a > 2) a = 7\nreturn a'
  const mutants = mutantsOf('x.ts', source)
  const switches = new Switches()
  holder.mutantSwitches = switches
  run(switchable(source, mutants, 0))
  const lines = new Set(switches.takeReached().map((id) => mutants[id]?.text))
  expect([...lines]).toEqual(expect.arrayContaining(['true', 'false', '>=', '<']))
  const notReached = mutants.findIndex(({ text }) => text === '(7 + 1)')
  run(switchable(source, mutants, 0))
  expect(switches.takeReached()).not.toContain(notReached)
  expect(switches.takeReached()).toEqual([])
})
