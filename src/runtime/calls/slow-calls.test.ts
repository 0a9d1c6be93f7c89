import { expect, test } from 'vitest'
import { ApiError } from '#runtime/base/errors.ts'
import { createLog } from '#runtime/base/log.ts'
import { Registry } from '#runtime/base/metrics.ts'
import { serverForTests } from '#testing/server.ts'
import { CallPhases } from './call-phases.ts'
import { createRecorder } from './record.ts'

const lines: Record<string, unknown>[] = []
const onLogLine = (line: string) => void lines.push(JSON.parse(line))
const server = serverForTests({ settings: { SLOW_CALL_MS: '1' }, onLogLine })
const slow = () => lines.splice(0).filter(({ msg }) => msg === 'slow call')

test('a slow call is logged with where its time went, never with its arguments', async () => {
  const account = await server().account()
  slow()
  await account.ok('notes.add', { title: 'Secret title', text: 'a secret' })
  const [line, ...others] = slow()
  expect(others).toEqual([])
  expect(line).toMatchObject({ operation: 'notes.add', code: 'ok', requestId: expect.any(String) })
  const parts = ['admissionMs', 'argumentsMs', 'preparationMs', 'handlerMs', 'restMs'].map((part) =>
    Number(line?.[part]),
  )
  const sum = parts.reduce((total, part) => total + part, 0)
  expect(Math.abs(sum - Number(line?.durationMs))).toBeLessThanOrEqual(parts.length)
  expect(JSON.stringify(line)).not.toMatch(/secret/i)
})

test('only a call that takes as long as the setting is slow, with the parts that it reached', () => {
  const log = createLog({ logLevel: 'warn' }, { write: onLogLine })
  const record = createRecorder(new Registry(), log, 50)
  const outcome = { operation: { id: 'notes.get' }, error: new ApiError('not_found', 'x') } as never
  record('fast', outcome, 49.9, new CallPhases(0))
  expect(slow()).toEqual([])
  record('slow', outcome, 50, new CallPhases(0))
  const facts = { requestId: 'slow', operation: 'notes.get', code: 'not_found', durationMs: 50, restMs: 50 }
  expect(slow()).toEqual([expect.objectContaining(facts)])
})
