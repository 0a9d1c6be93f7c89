import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type DatabaseSettings, forDrawnDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { serverSecret } from '../../accounts/secrets.ts'
import { createTokens } from '../../accounts/tokens.ts'
import { systemClock } from '../../base/clock.ts'
import { Ledger } from '../../money/ledger.ts'
import type { Store } from '../../store/types.ts'
import { CallLog } from '../log/call-log.ts'

/** Every test starts servers, which takes seconds each on a busy machine. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const price = 10_000
const funds = 1_000 * price

forDrawnDatabase((_dialect, openTestStore, newDatabase) => {
  const running: ServerProcess[] = []
  let settings: DatabaseSettings
  let store: Store
  let ledger: Ledger
  let account: string
  let secret: string

  beforeEach(async () => {
    settings = await newDatabase()
    store = await openTestStore(settings)
    account = await fundedAccount(store, funds)
    const tokens = createTokens({ store, clock: systemClock, services: ['url'] })
    const scope = { services: 'all' } as const
    secret = (await tokens.create(account, { scope, actions: true })).secret
    ledger = new Ledger({ store, clock: systemClock })
  })
  afterEach(async () => {
    for (const server of running.splice(0)) await server.kill()
  })

  async function start(stopsAt?: string): Promise<ServerProcess> {
    const limits = { LIMIT_ACCOUNT_PER_MINUTE: 'off', LIMIT_PUBLIC_WRITES_PER_HOUR: 'off' }
    const server = await startServerProcess(settings, {
      fixture: 'writing',
      settings: limits,
      ...(stopsAt && { stopsAt }),
    })
    running.push(server)
    return server
  }

  /** Requests a short link to the address that the key names; undefined if the server died before it responded. */
  async function create({ url }: ServerProcess, key: string) {
    const headers = {
      Authorization: `Bearer ${secret}`,
      'Idempotency-Key': key,
      'Content-Type': 'application/json',
    }
    const body = JSON.stringify({ destinationURL: `https://allotment.example/${key}` })
    try {
      const response = await fetch(`${url}/v1/url/Create`, { method: 'POST', headers, body })
      const answer = (await response.json()) as { url?: { id: string } }
      return { status: response.status, headers: response.headers, answer }
    } catch {
      return undefined
    }
  }

  /** How many links there are to each address, and how often a call was charged. */
  async function done() {
    const rows = await store.all<{ id: string; destination: string }>(store.sql('links').select('id', 'destination'))
    const entries = await ledger.entries(account, { limit: 1000 })
    const charges = entries.filter(({ kind }) => kind === 'charge').length
    return { ids: rows.map(({ id }) => id), destinations: rows.map(({ destination }) => destination), charges }
  }

  /** The calls in the log of the account, as another process reads them. */
  async function logged() {
    const key = await serverSecret({ store, clock: systemClock }, 'call log')
    const callLog = new CallLog({ store, clock: systemClock, key, days: 1, maxEntries: 100 })
    const { entries } = await callLog.page(account, { limit: 10 })
    await callLog.close()
    return entries
  }

  describe('a server killed', () => {
    test.each([
      ['returned', 'before its transaction ends', 0, { status: 200, replayed: null }],
      ['committed', 'after its transaction', 1, { status: 200, replayed: 'true' }],
      ['unanswered', 'after its transaction, before its response was stored', 1, { status: 409, replayed: null }],
    ])('while a call is %s, %s, has created and charged all of it or nothing', async (step, _, count, expected) => {
      const stopping = await start(step)
      const lost = create(stopping, 'one')
      expect(await stopping.nextLine()).toBe(step)
      await stopping.kill()
      expect(await lost).toBeUndefined()
      const before = await done()
      expect([before.ids.length, before.charges]).toEqual([count, count])
      expect((await logged()).map(({ code }) => code)).toEqual(Array(count).fill('unfinished'))

      const next = await start()
      const repeat = await create(next, 'one')
      expect({ status: repeat?.status, replayed: repeat?.headers.get('Idempotency-Replayed') }).toEqual(expected)
      const { ids, charges } = await done()
      expect([ids.length, charges]).toEqual([1, 1])
      if (expected.status === 200) expect(repeat?.answer.url?.id).toBe(ids[0])
      else {
        expect(repeat?.answer).toMatchObject({ detail: expect.stringContaining('was executed') })
        expect(repeat?.headers.get('Retry-After')).toBeNull()
      }
      expect(await ledger.balance(account)).toEqual({
        balance: funds - price,
        reserved: 0,
        available: funds - price,
      })
      expect((await ledger.check()).mismatches).toEqual([])
    })

    test('under load has created one link for each key, and charged each link', async () => {
      const keys = Array.from({ length: 60 }, (_, i) => `key-${i}`)
      for (const killedAfter of [10]) {
        const server = await start()
        let responses = 0
        await Promise.all(
          keys.map(async (key) => {
            if (!(await create(server, key))) return
            responses += 1
            if (responses === killedAfter) await server.kill()
          }),
        )
        await ledger.recover()
        const { ids, charges } = await done()
        expect(charges).toBe(ids.length)
        expect(ids.length).toBeGreaterThanOrEqual(killedAfter)
      }
      const last = await start()
      const repeats = await Promise.all(keys.map((key) => create(last, key)))
      expect(repeats.map((repeat) => repeat?.status)).toEqual(keys.map(() => 200))
      const { ids, destinations, charges } = await done()
      expect(destinations.toSorted()).toEqual(keys.map((key) => `https://allotment.example/${key}`).toSorted())
      expect(repeats.map((repeat) => repeat?.answer.url?.id).toSorted()).toEqual(ids.toSorted())
      expect(charges).toBe(keys.length)
      expect(await ledger.balance(account)).toMatchObject({ balance: funds - keys.length * price, reserved: 0 })
      expect((await ledger.check()).mismatches).toEqual([])
    })
  })
})
