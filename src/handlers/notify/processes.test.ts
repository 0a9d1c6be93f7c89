import { expect, test } from 'vitest'
import { createAccounts } from '#runtime/accounts/accounts.ts'
import { createTokens } from '#runtime/accounts/tokens.ts'
import { systemClock } from '#runtime/base/clock.ts'
import { forDrawnDatabase } from '#testing/databases.ts'
import { startMain } from '#testing/main-process.ts'
import { pushServiceForTests } from './fixtures/push-service.ts'

const wait = { timeout: 10_000, interval: 10 }
const push = pushServiceForTests()

forDrawnDatabase((name, openTestStore, newDatabase) => {
  test('a stream gets what another process sends, and ends when its token is revoked there', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const own = { PUSH_BASE_URL: push().url, FETCH_ALLOWED_RANGES: '127.0.0.1' }
    const { url: here } = await startMain(settings, own)
    // A second server on one SQLite database is refused.
    const there = name === 'sqlite' ? here : (await startMain(settings, own)).url
    const accounts = createAccounts({ store, clock: systemClock, namespacedTables: [], hash: async () => 'none' })
    const tokens = createTokens({ store, clock: systemClock, services: ['notify'] })
    const { id: owner } = await accounts.create({ username: 'listener', password: 'correct horse battery' })
    const scope = { services: ['notify'] } as const
    const [listening, sending] = [
      await tokens.create(owner, { scope, actions: false }),
      await tokens.create(owner, { scope, actions: true }),
    ]
    const { endpoint, keys } = push().subscribe()
    const device = { owner, label: 'x', endpoint, endpoint_sha256: 'x', ...keys, created_at: 1, updated_at: 1 }
    await store.run(store.sql('notify_devices').insert({ id: 'device_1', ...device }))

    const stream = await fetch(`${here}/notify/stream`, { headers: { Authorization: `Bearer ${listening.secret}` } })
    let text = ''
    let isOver = false
    void (async () => {
      for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) text += chunk
      isOver = true
    })()
    await expect.poll(() => text, wait).toContain('event: open')
    const sent = await fetch(`${there}/api/v1/notify/send`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${sending.secret}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: 'From elsewhere' }),
    })
    expect(sent.status).toBe(200)
    await expect.poll(() => text, wait).toContain('"title":"From elsewhere"')
    // As a third process does, without a notice to others.
    await store.run(store.sql('tokens').where({ id: listening.token.id }).update({ revoked_at: 1 }))
    await expect.poll(() => isOver, wait).toBe(true)
    expect(text).toContain('{"reason":"lost"}')
  })
})
