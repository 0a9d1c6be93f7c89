import type { Recording, Step } from '../../../../src/worlds/recording/plan.ts'
import type { Mark } from '../../../../src/worlds/recording/recorded-marks.ts'
import { indent, keyOf, sourceOf } from '../client/text.ts'
import { laidOut, maxWidth } from '../samples/layout.ts'
import { withMarks } from './marks.ts'

/** A test for Vitest that plays a recording in a new world with the generated client, in pieces of one call each. */
export function* typescriptTest(recording: Recording): Generator<string> {
  const { time, isFrozen, start, refersToSeed, steps, leftOut } = recording
  const options = laid({ clock: time, frozen: isFrozen, ...start }, '  await using world = createSandbox'.length)
  yield `${leftOut.map((line) => `// ${line}\n`).join('')}import { createSandbox } from '@onedoor/client/sandbox'
import { expect, test } from 'vitest'

test('the recorded calls have the recorded results', async () => {
${indent(`await using world = await createSandbox(${options})`)}
${refersToSeed ? '  const { results: seeded } = await world.seeds.results()\n' : ''}`
  const expression = (mark: Mark) => expressionOf(mark, recording)
  for (const step of steps) yield withMarks(indent(linesOf(step)), recording, "'", expression)
  yield `}${start ? `, ${timeoutMs}` : ''})\n`
}

function linesOf(step: Step): string {
  const { name, operation, caller, args, code, result, movedTo } = step
  const call = `world.client(${caller === undefined ? '' : sourceOf(caller)}).${operation.id}`
  const given = Object.keys(args).length > 0 ? laid(args, call.length) : ''
  const clock = movedTo === undefined ? '' : `await world.clock.move({ time: ${sourceOf(movedTo)} })\n`
  if (code !== undefined) {
    return `${clock}await expect(${call}(${given})).rejects.toMatchObject({ code: ${sourceOf(code)} })\n`
  }
  if (result === undefined) return `${clock}await ${call}(${given})\n`
  return `${clock}const ${name} = await ${call}(${given})\nexpect(${name}).toEqual(${laid(result, name.length)})\n`
}

function laid(value: unknown, column: number): string {
  return laidOut(value, notation, maxWidth - column - 'const  = await ()'.length)
}

/** Of a test whose world plays a seed first. */
const timeoutMs = '60_000'

const notation = { line: sourceOf, key: (name: string) => `${keyOf(name)}: `, endsWithComma: true }

function expressionOf(mark: Mark, { steps }: Recording): string {
  if (mark.kind === 'address') return 'world.baseUrl'
  if (mark.kind === 'any') return 'expect.any(String)'
  const path = mark.path.map((name) => (typeof name === 'number' ? `[${name}]` : `[${sourceOf(name)}]`))
  const result = mark.kind === 'seed' ? `seeded[${mark.call}]` : steps[mark.step]?.name
  // A type may allow that a member is missing: this result had it.
  return `(${result} as any)${path.join('')}`
}
