import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type DatabaseSettings, forDrawnDatabase, type OpenTestStore } from '../../testing/databases.ts'
import { fundedAccount } from '../../testing/funded-account.ts'
import { joined } from '../../testing/program.ts'
import { createTokens } from '../accounts/tokens.ts'
import { systemClock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'
import { Ledger } from './ledger.ts'

const fixture = fileURLToPath(new URL('fixtures/metered-server.ts', import.meta.url))
const PRICE = 1_000_000

/** Every test starts servers, which takes seconds each on a busy machine. */
vi.setConfig({ testTimeout: 120_000 })
const FUNDS = 1_000 * PRICE

interface ServerProcess {
  readonly child: ChildProcess
  readonly url: string
  /** Resolves with the next line that it prints. */
  readonly nextLine: () => Promise<string>
  /** Ends it like a power cut. */
  kill(): Promise<void>
}

const running = new Set<ServerProcess>()

async function startServer(settings: DatabaseSettings, stopsAt?: string): Promise<ServerProcess> {
  const file = await joined(fixture, 'metered-server')
  const args = [file, JSON.stringify(settings), ...(stopsAt ? [stopsAt] : [])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  const nextLine = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('the server process ended')
    return value as string
  }
  const url = await nextLine()
  const server: ServerProcess = {
    child,
    url,
    nextLine,
    async kill() {
      running.delete(server)
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
  running.add(server)
  return server
}

afterEach(async () => {
  for (const server of running) await server.kill()
})

interface Books {
  readonly settings: DatabaseSettings
  readonly store: Store
  readonly ledger: Ledger
  readonly account: string
  readonly token: string
}

async function openBooks(openTestStore: OpenTestStore, settings: DatabaseSettings, funds = FUNDS): Promise<Books> {
  const store = await openTestStore(settings)
  const account = await fundedAccount(store, funds)
  const tokens = createTokens({ store, clock: systemClock, services: ['text'] })
  const { secret } = await tokens.create(account, { scope: { services: 'all' } })
  return { settings, store, ledger: new Ledger({ store, clock: systemClock }), account, token: secret }
}

const query = new URLSearchParams({ text: 'The parcel never came.', labels: 'complaint,praise' })

/** The response to the caller, or nothing if the server died before it responded. */
async function classify(url: string, token: string, requestId: string) {
  const headers = { Authorization: `Bearer ${token}`, 'X-Request-Id': requestId }
  try {
    const response = await fetch(`${url}/api/v1/text/classify?${query}`, { headers })
    await response.arrayBuffer()
    return { requestId, status: response.status, charged: response.headers.get('X-Credits-Charged') }
  } catch {
    return { requestId, status: undefined, charged: undefined }
  }
}

async function chargesOf({ ledger, account }: Books): Promise<string[]> {
  const entries = await ledger.entries(account, { limit: 1000 })
  return entries.filter(({ kind }) => kind === 'charge').map(({ requestId }) => requestId as string)
}

forDrawnDatabase((_dialect, openTestStore, newDatabase) => {
  describe('a server killed', () => {
    test.each([
      ['after the price was reserved', 'reserved', 0],
      ['while the method runs', 'running', 0],
      ['before the charge', 'answered', 0],
      ['after the charge', 'settled', 1],
    ])('%s leaves the ledger correct, and the next one continues', async (_, step, charges) => {
      const books = await openBooks(openTestStore, await newDatabase())
      const { settings, ledger, account, token } = books
      const server = await startServer(settings, step)
      const answer = classify(server.url, token, 'cut-off')
      expect(await server.nextLine()).toBe(step)
      const held = charges === 0 ? PRICE : 0
      expect(await ledger.balance(account)).toMatchObject({ balance: FUNDS - charges * PRICE, reserved: held })
      await server.kill()
      expect(await answer).toMatchObject({ status: undefined })

      const next = await startServer(settings)
      const balance = FUNDS - charges * PRICE
      expect(await ledger.balance(account)).toEqual({ balance, reserved: 0, available: balance })
      expect(await classify(next.url, token, 'afterwards')).toMatchObject({ status: 200, charged: '1' })
      expect(await ledger.balance(account)).toMatchObject({ balance: balance - PRICE, reserved: 0 })
      expect((await ledger.check()).mismatches).toEqual([])
      expect(await ledger.recover()).toBe(0)
    })

    test('under load charges each response once, and nothing that it had not started to charge', async () => {
      const books = await openBooks(openTestStore, await newDatabase())
      const { settings, ledger, account, token } = books
      for (const killedAfter of [1, 13, 40]) {
        const before = await chargesOf(books)
        const server = await startServer(settings)
        let answered = 0
        const calls = Array.from({ length: 60 }, async (_, index) => {
          const reported = await classify(server.url, token, `call-${killedAfter}-${index}`)
          answered += reported.status === undefined ? 0 : 1
          if (answered === killedAfter && running.has(server)) await server.kill()
          return reported
        })
        const reported = await Promise.all(calls)
        await ledger.recover()
        const charged = (await chargesOf(books)).filter((requestId) => !before.includes(requestId))
        expect(new Set(charged).size).toBe(charged.length)
        for (const { requestId, status } of reported) {
          if (status === undefined) continue
          expect({ requestId, status, charges: charged.filter((each) => each === requestId).length }).toEqual({
            requestId,
            status: 200,
            charges: 1,
          })
        }
        const balance = FUNDS - (before.length + charged.length) * PRICE
        expect(await ledger.balance(account)).toEqual({ balance, reserved: 0, available: balance })
        expect((await ledger.check()).mismatches).toEqual([])
      }
    })
  })

  test('two servers on one database spend one balance: with credits for 25, exactly 25 of 100 calls succeed', async () => {
    const books = await openBooks(openTestStore, await newDatabase(), 25 * PRICE + PRICE / 2)
    const { settings, ledger, account, token } = books
    const servers = await Promise.all([startServer(settings), startServer(settings)])
    const reported = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        classify((servers[index % 2] as ServerProcess).url, token, `call-${index}`),
      ),
    )
    expect(reported.filter(({ status }) => status === 402)).toHaveLength(75)
    const paid = reported.filter(({ status, charged }) => status === 200 && charged === '1')
    expect(paid.map(({ requestId }) => requestId).toSorted()).toEqual((await chargesOf(books)).toSorted())
    expect(paid).toHaveLength(25)
    expect(await ledger.balance(account)).toEqual({ balance: PRICE / 2, reserved: 0, available: PRICE / 2 })
    expect((await ledger.check()).mismatches).toEqual([])
  })
})
