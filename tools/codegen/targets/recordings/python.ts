import type { Recording, Step } from '../../../../src/worlds/recording/plan.ts'
import type { Mark } from '../../../../src/worlds/recording/recorded-marks.ts'
import { indented, laidOut, pythonName, pythonSource } from '../python/names.ts'
import { withMarks } from './marks.ts'

/**
 * A test case of Python's standard library, which pytest runs too, that plays a recording in a new world, in pieces of one
 * call each.
 */
export function* pythonTest(recording: Recording): Generator<string> {
  const { time, isFrozen, start, refersToSeed, steps, leftOut } = recording
  const options = Object.entries({ clock: time, frozen: isFrozen, ...start })
  const world = laidOut(
    options.map(([name, value]) => [`${name}=`, value] as const),
    ['with create_sandbox(', ') as world:'],
    inTest.length - 4,
  )
  const seeded = refersToSeed ? `${inTest}seeded = world.seeds.results()["results"]\n` : ''
  yield `${leftOut.map((line) => `# ${line}\n`).join('')}from unittest import TestCase
from unittest.mock import ANY

from onedoor import OnedoorError
from onedoor.sandbox import create_sandbox


class RecordedCalls(TestCase):
    maxDiff = None

    def test_the_recorded_calls_have_the_recorded_results(self):
${indented(world, 2)}
${seeded}${steps.length === 0 ? `${inTest}pass\n` : ''}`
  const expression = (mark: Mark) => expressionOf(mark, recording)
  for (const step of steps) yield withMarks(linesOf(step).replace(/^(?=.)/gm, inTest), recording, '"', expression)
}

const inTest = ' '.repeat(12)

function linesOf({ name, operation, caller, args, code, result, movedTo }: Step): string {
  const given = Object.entries(args).map(([argument, value]) => [`${pythonName(argument)}=`, value] as const)
  const client = `world.client(${caller === undefined ? '' : pythonSource(caller)})`
  const call = laidOut(given, [`${client}.${operation.id}(`, ')'], inTest.length + name.length)
  const clock = movedTo === undefined ? '' : `world.clock.move(time=${pythonSource(movedTo)})\n`
  if (code !== undefined) {
    const inside = call.replace(/^(?=.)/gm, '    ')
    const expected = `self.assertEqual(failure.exception.code, ${pythonSource(code)})`
    return `${clock}with self.assertRaises(OnedoorError) as failure:\n${inside}\n${expected}\n`
  }
  if (result === undefined) return `${clock}${call}\n`
  const expected = laidOut([['', result]], [`self.assertEqual(${name}, `, ')'], inTest.length)
  return `${clock}${name} = ${call}\n${expected}\n`
}

function expressionOf(mark: Mark, { steps }: Recording): string {
  if (mark.kind === 'address') return 'world.base_url'
  if (mark.kind === 'any') return 'ANY'
  return `${mark.kind === 'seed' ? `seeded[${mark.call}]` : steps[mark.step]?.name}${mark.path.map((name) => `[${pythonSource(name)}]`).join('')}`
}
