import { afterEach, describe, expect, test } from 'vitest'
import type { OperationId } from '#generated/server/operations.ts'
import { operations } from '#generated/server/operations.ts'
import { type DatabaseSettings, forEachDatabase, type OpenTestStore } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { type CheckedResponse, forEachServer, type TestCaller } from '#testing/server.ts'
import { type ServerProcess, type ServerProcessOptions, startServerProcess } from '#testing/server-process.ts'
import { exampleArguments, exampleResult, standIns } from '#testing/stand-ins.ts'
import { createTokens } from '../../accounts/tokens.ts'
import { systemClock } from '../../base/clock.ts'
import { ApiError } from '../../base/errors.ts'
import { Ledger } from '../../money/ledger.ts'
import { createContract } from '../contract.ts'

/** The results of the next calls of a method, and how often it ran. */
const next = new Map<OperationId, () => unknown>()
const runs = new Map<OperationId, number>()
const watched: OperationId[] = ['docs.write', 'text.classify', 'docs.list', 'notes.list', 'blog.create']

const handlers = standIns(
  Object.fromEntries(
    watched.map((id) => [
      id,
      () => {
        runs.set(id, (runs.get(id) ?? 0) + 1)
        return (next.get(id) ?? (() => exampleResult(id)))()
      },
    ]),
  ),
)

function keyed(
  caller: TestCaller,
  id: OperationId,
  key: string,
  args = exampleArguments(id),
): Promise<CheckedResponse> {
  const headers = { 'Idempotency-Key': key }
  if (operations.find((each) => each.id === id)?.verb === 'GET') {
    return caller.send(id, { headers }, `?${new URLSearchParams(args as Record<string, string>)}`)
  }
  return caller.send(id, { headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(args) })
}

const codeOf = ({ body }: CheckedResponse) => (body as { code?: string }).code
const isReplay = ({ headers }: CheckedResponse) => headers.get('Idempotency-Replayed')

afterEach(() => {
  next.clear()
  runs.clear()
})

describe('a call with an Idempotency-Key', () => {
  forEachServer(
    (server) => {
      test('runs once: a repeat gets the same response, marked as a replay', async () => {
        const ann = await server().account()
        const first = await keyed(ann, 'docs.write', 'one')
        const second = await keyed(ann, 'docs.write', 'one')
        expect([first.status, second.status, isReplay(first), isReplay(second)]).toEqual([200, 200, null, 'true'])
        expect(second.body).toEqual(first.body)
        expect(runs.get('docs.write')).toBe(1)
      })

      test('that costs something is charged once, by GET and by POST', async () => {
        const ann = await server().account()
        const { available } = await server().ledger.balance(ann.id)
        for (const id of ['text.classify', 'text.classify_body'] as const) {
          const first = await keyed(ann, id, 'one', exampleArguments('text.classify'))
          const second = await keyed(ann, id, 'one', exampleArguments('text.classify'))
          expect([first.status, isReplay(second)]).toEqual([200, 'true'])
          expect(second.body).toEqual(first.body)
          expect([first.headers.get('X-Credits-Charged'), second.headers.get('X-Credits-Charged')]).toEqual(['1', null])
        }
        expect(runs.get('text.classify')).toBe(2)
        expect((await server().ledger.balance(ann.id)).available).toBe(available - 2_000_000)
        expect((await server().ledger.check()).mismatches).toEqual([])
      })

      test('is the same call in any order and form of its arguments', async () => {
        const ann = await server().account()
        await keyed(ann, 'docs.write', 'one', { title: 'Plan', content: 'Beans' })
        expect(isReplay(await keyed(ann, 'docs.write', 'one', { content: 'Beans', title: 'Plan' }))).toBe('true')
      })

      test('with other arguments is rejected, and nothing runs', async () => {
        const ann = await server().account()
        await keyed(ann, 'docs.write', 'one', { title: 'Plan', content: 'Beans' })
        const refused = await keyed(ann, 'docs.write', 'one', { title: 'Plan', content: 'Peas' })
        expect([refused.status, codeOf(refused)]).toEqual([422, 'idempotency_mismatch'])
        expect(runs.get('docs.write')).toBe(1)
      })

      test('is rejected while the first still runs, with the time to wait', async () => {
        const ann = await server().account()
        let finish = (_: unknown) => {}
        let begin = () => {}
        const begun = new Promise<void>((resolve) => {
          begin = resolve
        })
        next.set('docs.write', () => {
          begin()
          return new Promise((resolve) => {
            finish = resolve
          })
        })
        const first = keyed(ann, 'docs.write', 'one')
        await begun
        const refused = await keyed(ann, 'docs.write', 'one')
        expect([refused.status, codeOf(refused), refused.headers.get('Retry-After')]).toEqual([409, 'conflict', '1'])
        finish(exampleResult('docs.write'))
        expect((await first).status).toBe(200)
        expect(isReplay(await keyed(ann, 'docs.write', 'one'))).toBe('true')
        expect(runs.get('docs.write')).toBe(1)
      })

      test('runs once when many come at once', async () => {
        const ann = await server().account()
        const { available } = await server().ledger.balance(ann.id)
        const answers = await Promise.all(Array.from({ length: 20 }, () => keyed(ann, 'text.classify', 'one')))
        expect(answers.map(({ status }) => status).every((status) => status === 200 || status === 409)).toBe(true)
        expect(runs.get('text.classify')).toBe(1)
        expect((await server().ledger.balance(ann.id)).available).toBe(available - 1_000_000)
      })

      test('repeats a lasting error, and runs again after a temporary one', async () => {
        const ann = await server().account()
        next.set('docs.write', () => {
          throw new ApiError('failed_precondition', 'The document is locked.')
        })
        const first = await keyed(ann, 'docs.write', 'one')
        const second = await keyed(ann, 'docs.write', 'one')
        expect([first.status, second.status, isReplay(second)]).toEqual([400, 400, 'true'])
        expect(second.body).toEqual(first.body)
        expect(runs.get('docs.write')).toBe(1)

        next.set('docs.write', () => {
          throw new ApiError('upstream_timeout', 'The provider took too long.')
        })
        expect((await keyed(ann, 'docs.write', 'two')).status).toBe(504)
        next.delete('docs.write')
        const mended = await keyed(ann, 'docs.write', 'two')
        expect([mended.status, isReplay(mended)]).toEqual([200, null])
      })

      test('that failed for its arguments or for lack of credits can be corrected under the same key', async () => {
        const ann = await server().account()
        const wrong = await keyed(ann, 'docs.write', 'one', { title: 'Plan' })
        expect([wrong.status, codeOf(wrong)]).toEqual([400, 'invalid_argument'])
        expect((await keyed(ann, 'docs.write', 'one')).status).toBe(200)

        const { available } = await server().ledger.balance(ann.id)
        const all = await server().ledger.reserve({
          accountId: ann.id,
          operationId: 'text.classify',
          requestId: 'all',
          microCredits: available,
        })
        expect((await keyed(ann, 'text.classify', 'two')).status).toBe(402)
        await server().ledger.release(all)
        const paid = await keyed(ann, 'text.classify', 'two')
        expect([paid.status, isReplay(paid)]).toEqual([200, null])
      })

      test('belongs to its caller: the same key of another account is another call', async () => {
        const [ann, bob] = [await server().account(), await server().account()]
        await keyed(ann, 'docs.write', 'one')
        expect(isReplay(await keyed(bob, 'docs.write', 'one'))).toBeNull()
        const other = await ann.withToken({ scope: { services: ['docs'] }, actions: true })
        expect(isReplay(await keyed(other, 'docs.write', 'one'))).toBe('true')
      })

      test('expires after a day', async () => {
        const ann = await server().account()
        await keyed(ann, 'docs.write', 'one')
        server().clock.advance(24 * 3_600_000)
        expect(isReplay(await keyed(ann, 'docs.write', 'one'))).toBeNull()
        expect(runs.get('docs.write')).toBe(2)
      })

      test('needs a well-formed key', async () => {
        const ann = await server().account()
        for (const key of ['', 'two words', 'schlüssel', 'x'.repeat(256), 'tab\there']) {
          const refused = await keyed(ann, 'docs.write', key)
          expect([key, refused.status, codeOf(refused)]).toEqual([key, 400, 'invalid_argument'])
          expect((refused.body as { error: string }).error).toContain('Idempotency-Key must be 1 to 255')
        }
        expect(runs.get('docs.write')).toBeUndefined()
        expect((await keyed(ann, 'docs.write', '!~'.repeat(127))).status).toBe(200)
      })

      test('that can be repeated anyway, a GET without a price, runs each time', async () => {
        const ann = await server().account()
        for (const key of ['one', 'one', 'two words']) {
          const answer = await keyed(ann, 'notes.list', key, {})
          expect([answer.status, isReplay(answer)]).toEqual([200, null])
        }
        expect(runs.get('notes.list')).toBe(3)
      })

      test('is separate from calls without one, which each run and cost, even if they are identical', async () => {
        const ann = await server().account()
        const { available } = await server().ledger.balance(ann.id)
        let begun = 0
        let openGate = () => {}
        const gate = new Promise<void>((resolve) => {
          openGate = resolve
        })
        // None returns before all have begun: they certainly overlap.
        next.set('text.classify', async () => {
          begun += 1
          if (begun === 5) openGate()
          await gate
          return exampleResult('text.classify')
        })
        const answers = await Promise.all(
          Array.from({ length: 5 }, () => ann.call('text.classify', exampleArguments('text.classify'))),
        )
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
        expect(runs.get('text.classify')).toBe(5)
        expect((await server().ledger.balance(ann.id)).available).toBe(available - 5_000_000)
      })

      test('counts as a call each time, and as a public write once', async () => {
        const ann = await server().account()
        const first = await keyed(ann, 'blog.create', 'one')
        const second = await keyed(ann, 'blog.create', 'one')
        expect(first.headers.get('RateLimit-Policy')).toBe('"account";q=1000;w=60, "public-writes";q=100;w=3600')
        expect(second.headers.get('RateLimit')).toMatch(/^"account";r=998;t=\d+$/)
      })
    },
    {
      handlers,
      settings: { LIMIT_ACCOUNT_PER_MINUTE: '1000', LIMIT_PUBLIC_WRITES_PER_HOUR: '100' },
    },
  )
})

describe('without a caller', () => {
  forEachServer(
    (server) => {
      test('a key is rejected: it would belong to no caller', async () => {
        const refused = await keyed(server().anonymous, 'docs.write', 'one', { title: 'A', content: 'b' })
        expect([refused.status, codeOf(refused)]).toEqual([400, 'invalid_argument'])
        expect((refused.body as { error: string }).error).toContain('Idempotency-Key requires a caller')
      })
    },
    { handlers, contract: createContract(operations.map((each) => ({ ...each, needs: 'open' as const }))) },
  )
})

describe('server processes', () => {
  const running: ServerProcess[] = []
  afterEach(async () => {
    for (const server of running.splice(0)) await server.kill()
  })

  async function start(settings: DatabaseSettings, options: ServerProcessOptions = {}): Promise<ServerProcess> {
    const server = await startServerProcess(settings, options)
    running.push(server)
    return server
  }

  async function caller(openTestStore: OpenTestStore, settings: DatabaseSettings) {
    const store = await openTestStore(settings)
    const account = await fundedAccount(store, 10_000_000)
    const tokens = createTokens({ store, clock: systemClock, services: ['text', 'docs'] })
    const scope = { services: 'all' } as const
    const { secret } = await tokens.create(account, { scope, actions: true })
    const send = (url: string, id: 'docs.write' | 'text.classify') => {
      const args = exampleArguments(id)
      const headers = {
        Authorization: `Bearer ${secret}`,
        'Idempotency-Key': 'one',
        'Content-Type': 'application/json',
      }
      return id === 'docs.write'
        ? fetch(`${url}/api/v1/docs/write`, { method: 'POST', headers, body: JSON.stringify(args) })
        : fetch(`${url}/api/v1/text/classify?${new URLSearchParams(args as Record<string, string>)}`, { headers })
    }
    return { send, account, ledger: new Ledger({ store, clock: systemClock }) }
  }

  forEachDatabase((_dialect, openTestStore, newDatabase) => {
    test('two at once run a call once and charge it once', async () => {
      const settings = await newDatabase()
      const { send, account, ledger } = await caller(openTestStore, settings)
      const [one, two] = [await start(settings), await start(settings)]
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) => send((i % 2 ? one : two).url, 'text.classify')),
      )
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200 || status === 409)).toEqual(statuses)
      expect([...one.printed, ...two.printed]).toEqual(['ran text.classify'])
      for (const { url } of [one, two]) {
        const repeat = await send(url, 'text.classify')
        expect([repeat.status, repeat.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
      }
      expect((await ledger.balance(account)).available).toBe(9_000_000)
    })

    test.each(['docs.write', 'text.classify'] as const)(
      'one killed while %s runs leaves no key behind: the repeat runs, and is charged once',
      async (id) => {
        const settings = await newDatabase()
        const { send, account, ledger } = await caller(openTestStore, settings)
        const stalling = await start(settings, { stopsAt: 'stall' })
        const lost = send(stalling.url, id).catch(() => undefined)
        expect(await stalling.nextLine()).toBe(`ran ${id}`)
        const next = await start(settings)
        const early = await send(next.url, id)
        expect([early.status, early.headers.get('Retry-After')]).toEqual([409, expect.stringMatching(/^\d+$/)])
        await stalling.kill()
        expect(await lost).toBeUndefined()
        const repeat = await send(next.url, id)
        expect([repeat.status, repeat.headers.get('Idempotency-Replayed')]).toEqual([200, null])
        expect((await send(next.url, id)).headers.get('Idempotency-Replayed')).toBe('true')
        expect(next.printed).toEqual([`ran ${id}`])
        const charges = (await ledger.entries(account)).filter(({ kind }) => kind === 'charge')
        expect(charges.length).toBe(id === 'docs.write' ? 0 : 1)
      },
    )

    test.each([
      ['before its result was stored', 'answered', null],
      ['after it was charged', 'settled', 'true'],
    ])('one killed %s has charged the key once when it is repeated', async (_, step, replayed) => {
      const settings = await newDatabase()
      const { send, account, ledger } = await caller(openTestStore, settings)
      const stopping = await start(settings, { fixture: 'metered', stopsAt: step })
      const lost = send(stopping.url, 'text.classify').catch(() => undefined)
      expect(await stopping.nextLine()).toBe(step)
      await stopping.kill()
      expect(await lost).toBeUndefined()
      const next = await start(settings)
      const repeat = await send(next.url, 'text.classify')
      expect([repeat.status, repeat.headers.get('Idempotency-Replayed')]).toEqual([200, replayed])
      const charges = (await ledger.entries(account)).filter(({ kind }) => kind === 'charge')
      expect(charges.length).toBe(1)
      expect(await ledger.balance(account)).toMatchObject({ balance: 9_000_000, reserved: 0 })
    })
  })
})
