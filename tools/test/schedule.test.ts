import { expect, test } from 'vitest'
import { type StepResult, single } from './report.ts'
import { runSteps, type Step } from './schedule.ts'

/** A step that notes its start and ends when it is let go. */
function held(name: string, lane: string, after: readonly Step[] = []) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const step: Step = { name, lane, after, run: () => promise.then(() => single(true, name)) }
  return { step, end: resolve }
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('lanes run beside each other, the steps of one in turn, and each after those it waits for', async () => {
  const [spec, types, format] = [held('spec', 'a'), held('types', 'a'), held('format', 'b')]
  const tests = held('tests', 'b', [spec.step])
  const started: string[] = []
  const ended: string[] = []
  const run = (async () => {
    const steps = [spec, types, format, tests].map(({ step }) => step)
    for await (const { step } of runSteps(steps, ({ name }) => started.push(name))) ended.push(step.name)
  })()
  await turns()
  expect(started).toEqual(['spec', 'format'])
  format.end()
  await turns()
  expect(started).toEqual(['spec', 'format'])
  spec.end()
  await turns()
  expect(started.slice(2).sort()).toEqual(['tests', 'types'])
  tests.end()
  await turns()
  expect(ended).toEqual(['spec'])
  types.end()
  await run
  expect(ended).toEqual(['spec', 'types', 'format', 'tests'])
})

test('a step that throws has failed with what it threw, and those after it run', async () => {
  const broken: Step = { name: 'broken', lane: 'a', run: () => Promise.reject(new Error('no such program')) }
  const next = held('next', 'b', [broken])
  next.end()
  const results: StepResult[] = []
  for await (const { result } of runSteps([broken, next.step])) results.push(result)
  expect(results).toEqual([single(false, 'no such program'), single(true, 'next')])
})
