import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createExchangeRecorder, type Exchange, recordedExchanges } from './record-exchange.ts'

const exchange = (body: unknown, status = 200): Exchange => ({
  operationId: 'notes.list',
  method: 'GET',
  path: '/api/v1/notes/list?limit=5',
  requestHeaders: { authorization: 'Bearer od_example' },
  status,
  headers: { 'content-type': 'application/json' },
  body,
})

test('one response of each shape and status is stored, at most a few, and no long one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-exchanges-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const record = createExchangeRecorder(folder)
  const one = exchange({ items: [{ title: 'a' }, { title: 'b', tags: ['c'] }] })
  const refusal = exchange({ error: 'no' }, 400)
  const others = [{ items: [] }, { items: [{ title: null }] }, { items: [{ count: 2 }] }].map((body) => exchange(body))
  record(exchange({ items: [{ title: 'a'.repeat(100_001) }] }))
  record(one)
  record(exchange({ items: [{ title: 'd', tags: ['e', 'f'] }] }))
  record(refusal)
  for (const other of others) record(other)
  record(exchange({ items: [{ fifth: 'shape' }] }))
  expect(recordedExchanges(folder)).toEqual([one, refusal, ...others])
})
