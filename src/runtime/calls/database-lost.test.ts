import { expect, test } from 'vitest'
import { forEachDatabase } from '#testing/databases.ts'
import { openLosableServer } from '#testing/losable-server.ts'
import type { TestAccount, TestServer } from '#testing/server.ts'
import { exampleArguments, exampleResult, standIns } from '#testing/stand-ins.ts'

const credit = 1_000_000

/** What handlers do on the way: the database may be lost while they run. */
let meanwhile = async () => {}

const handlers = standIns({
  'notes.add': async (_, ctx) => {
    const { store } = ctx as { store: TestServer['store'] }
    await store.run(store.sql('server_secrets').insert({ name: `n${Math.random()}`, value: 'x', created_at: 1 }))
    return exampleResult('notes.add')
  },
  'notes.list': async (_, ctx) => {
    const { store } = ctx as { store: TestServer['store'] }
    await store.all(store.sql('server_secrets'))
    return exampleResult('notes.list')
  },
  'text.classify': async (_, ctx) => {
    await meanwhile()
    const { store } = ctx as { store: TestServer['store'] }
    await store.run(store.sql('server_secrets').insert({ name: `n${Math.random()}`, value: 'x', created_at: 1 }))
    return exampleResult('text.classify')
  },
})

const classify = (ann: TestAccount) => {
  const query = new URLSearchParams(exampleArguments('text.classify') as Record<string, string>)
  return ann.send('text.classify', { headers: { 'Idempotency-Key': 'one' } }, `?${query}`)
}

async function ready(server: TestServer) {
  const response = await fetch(`${server.url}/health/ready`)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

forEachDatabase((dialect, _openTestStore, newDatabase) => {
  const losable = async () => openLosableServer(await newDatabase(), { handlers })

  test('calls get 503 and when to retry while the database is lost, and are served when it is back', async () => {
    const { server, lose, restore, close } = await losable()
    const ann = await server.account()
    await ann.ok('notes.add', exampleArguments('notes.add') as never)
    await lose()
    for (const id of ['notes.add', ...(dialect === 'postgres' ? (['notes.list'] as const) : [])] as const) {
      const { status, headers, body } = await ann.fails(id, exampleArguments(id))
      expect([id, status, body.code]).toEqual([id, 503, 'unavailable'])
      expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
      expect(body.error).toMatch(/^The database /)
    }
    expect(await ready(server)).toEqual({
      status: 503,
      body: { status: 'unavailable', database: 'unavailable', reason: expect.stringMatching(/^The database /) },
    })
    await restore()
    // The database is checked at most once a second.
    const isReady = { status: 200, body: { status: 'ok', database: 'ok' } }
    await expect.poll(() => ready(server), { timeout: 10_000 }).toEqual(isReady)
    await ann.ok('notes.add', exampleArguments('notes.add') as never)
    await close()
  })

  test('a call that loses its database is not charged, and its key is free', async () => {
    const { server, lose, restore, close } = await losable()
    const ann = await server.account()
    const { balance } = await server.ledger.grant(ann.id, 10 * credit)
    meanwhile = lose
    const lost = await classify(ann)
    expect([lost.status, (lost.body as { code: string }).code]).toEqual([503, 'unavailable'])
    expect(Number(lost.headers.get('Retry-After'))).toBeGreaterThan(0)
    meanwhile = async () => {}
    await restore()
    const again = await classify(ann)
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, null])
    const charged = Number(again.headers.get('X-Credits-Charged')) * credit
    await server.ledger.tend()
    expect(await server.ledger.balance(ann.id)).toMatchObject({ balance: balance - charged, reserved: 0 })
    await close()
  })
})
