import { expect, test } from 'vitest'
import { writers } from '#generated/sandbox/recording-writers.js'
import { apiDocument } from '../../runtime/base/openapi.ts'
import { Slices } from '../../runtime/base/yield-to-event-loop.ts'
import { createContract } from '../../runtime/calls/contract.ts'
import { newRecordedCalls } from './observer.ts'
import { recordingOf } from './plan.ts'
import { RecordedCalls } from './recorded-calls.ts'
import { textInSlices } from './text-in-slices.ts'

const contract = createContract()
const origin = { seed: 'empty', document: {}, clockMs: 0, calls: [] }
const options = { origin, baseUrl: 'http://sandbox.example/w/one', operationOf: contract.operation, token: 'mTOKENm' }
const facts = {
  door: 'http' as const,
  caller: 'ada',
  status: 200,
  code: undefined,
  atMs: 0,
  isFrozen: true,
  realMs: 0,
  durationMs: 1,
  isStreamed: false,
}
const idOf = (number: number) => `note_${String(number).padStart(26, '0')}`

test('a later call refers to a value of a result, also inside of a longer text and after the address of the world', async () => {
  const calls = new RecordedCalls()
  const note = { id: idOf(1), title: 'T', text: 'x', created: '2027-03-01T09:00:00.000Z' }
  calls.add({
    ...facts,
    method: 'notes.add',
    args: '{"title":"T","text":"x"}',
    result: JSON.stringify({ result: { note } }),
  })
  const text = `See ${options.baseUrl}/notes/${idOf(1)}, not ${idOf(2)}.`
  calls.add({ ...facts, method: 'notes.add', args: JSON.stringify({ title: idOf(1), text }), result: undefined })
  const { steps, marks } = await recordingOf(calls, options)
  const shown = (value: unknown) =>
    String(value).replace(/mTOKENm(\d+)mTOKENm/g, (_, number: string) => JSON.stringify(marks[Number(number)]))
  const id = JSON.stringify({ kind: 'result', step: 0, path: ['note', 'id'] })
  expect(shown(steps[1]?.args.title)).toBe(id)
  expect(shown(steps[1]?.args.text)).toBe(`See {"kind":"address"}/notes/${id}, not ${idOf(2)}.`)
})

test('a call refers to what the seed has made and begins at its time, and what the seed was given stays as it is', async () => {
  const room = idOf(7)
  const call = { operation: 'groups.create', as: 'ada', args: { name: 'Home' }, result: { id: room }, atMs: 0 }
  const link = { id: 'winter-ferry' }
  const clockMs = Date.parse('2027-03-01T09:00:00.000Z')
  const document = { calls: [{ as: 'ada', call: 'groups.create', with: { name: 'Home' } }] }
  const family = { seed: 'family', document, clockMs, calls: [{ ...call, args: link, result: link }, call] }
  const calls = new RecordedCalls()
  const args = JSON.stringify({ title: room, text: `Of ${room}` })
  const result = JSON.stringify({ result: { note: { title: room, text: 'Home', created: 'winter-ferry' } } })
  calls.add({ ...facts, method: 'notes.add', args, result, atMs: clockMs + 5000 })
  const recording = await recordingOf(calls, { ...options, origin: family })
  expect(recording).toMatchObject({ start: { seed: 'family' }, refersToSeed: true, time: '2027-03-01T09:00:00.000Z' })
  expect(recording.marks[0]).toEqual({ kind: 'seed', call: 1, path: ['id'] })
  expect(recording.steps).toMatchObject([
    {
      args: { title: 'mTOKENm0mTOKENm', text: 'Of mTOKENm0mTOKENm' },
      result: { note: { title: 'mTOKENm0mTOKENm', text: 'Home', created: 'winter-ferry' } },
      movedTo: '2027-03-01T09:00:05.000Z',
    },
  ])
  const own = await recordingOf(new RecordedCalls(), { ...options, origin: { ...family, seed: 'own' } })
  expect(own).toMatchObject({ start: { document }, refersToSeed: false, steps: [] })
})

test('a full recording of calls with many results each is made and written in slices of one call', async () => {
  const calls = new RecordedCalls()
  for (let call = 0; call < 1000; call++) {
    const items = Array.from({ length: 50 }, (_, item) => ({
      id: idOf(call * 50 + item),
      title: `T${item}`,
    }))
    calls.add({ ...facts, method: 'notes.list', args: '{}', result: JSON.stringify({ result: { items } }) })
  }
  expect(calls.dropped).toBe(0)
  let rests = 0
  let now = 0
  // Each slice is over at once.
  const slices = new Slices(
    () => (now += 10),
    async () => {
      rests += 1
    },
  )
  const seed = Array.from({ length: 100 }, () => ({ operation: 'notes.add', as: 'ada', args: {}, result: {}, atMs: 0 }))
  const recording = await recordingOf(calls, { ...options, origin: { ...origin, calls: seed } }, slices)
  expect([recording.steps.length, rests]).toEqual([1000, 1100])
  const document = await apiDocument()
  for (const [name, write] of Object.entries(writers)) {
    const pieces = [
      ...write(recording, (name === 'arazzo' ? 'http://sandbox.example/openapi.json' : document) as never),
    ]
    const called = pieces.map((piece) => piece.match(/notes[_.]?list(?=\()|List\(ctx|"stepId"/gi)?.length ?? 0)
    expect([name, Math.max(...called), called.filter((count) => count === 1).length]).toEqual([name, 1, 1000])
    rests = 0
    expect((await textInSlices(pieces, slices)).length).toBeGreaterThan(1_000_000)
    expect(rests).toBe(pieces.length)
  }
}, 60_000)

test('a public sandbox keeps less of each world, because all share the memory of its process', () => {
  const kept = [true, false].map((isPublic) => {
    const calls = newRecordedCalls('one', isPublic)
    for (let call = 0; call < 20; call++)
      calls.add({ ...facts, method: 'notes.list', args: '{}', result: 'x'.repeat(60_000) })
    return calls.all.length
  })
  expect(kept).toEqual([4, 20])
})
