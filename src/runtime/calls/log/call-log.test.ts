import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OperationId } from '#generated/server/operations.ts'
import { operationOf } from '#testing/checked-wire.ts'
import { forEachDatabase } from '#testing/databases.ts'
import { fundedAccount } from '#testing/funded-account.ts'
import { manualClock } from '../../base/clock.ts'
import { ApiError } from '../../base/errors.ts'
import { Registry } from '../../base/metrics.ts'
import { Leases } from '../../store/leases.ts'
import type { StatementCall, Store, Writer } from '../../store/types.ts'
import { anonymous } from '../caller.ts'
import { CallLog, type CallLogOptions } from './call-log.ts'
import { checkCallLog } from './check.ts'
import { hashOf, maxBlockEntries, noHash, type OwnedEntry } from './entry.ts'
import { agentOf, beginWrite, logRead, tokenOf } from './fixtures/logged.ts'
import { newHead, storeHeads } from './head.ts'
import { digestOf } from './logged-call.ts'
import { PendingEntries } from './pending.ts'

const key = 'secret of the log'
const dayMs = 86_400_000
const deadProcess = { machine: 'another', pid: 1 }

/** Of everything that nothing holds. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  // What a WeakRef was made for in this turn is held until its end.
  await new Promise((resolve) => setImmediate(resolve))
  runInNewContext('gc')()
}

forEachDatabase((_dialect, openTestStore) => {
  let store: Store
  let ann: string
  const clock = manualClock('2026-11-21T09:30:00Z')
  const opened: CallLog[] = []
  beforeEach(async () => {
    store ??= await openTestStore()
    ann = await fundedAccount(store, 1)
  })
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close()
  })

  function openLog(options: Partial<CallLogOptions> = {}): CallLog {
    const log = new CallLog({ store, clock, key, days: 90, maxEntries: 1000, ...options })
    opened.push(log)
    return log
  }

  const requests = async (log: CallLog, owner = ann, limit = 100) =>
    (await log.page(owner, { limit })).entries.map(({ request_id }) => request_id)

  /** The entries that were stored with writes whose calls have not ended. */
  async function pending(owner = ann): Promise<OwnedEntry[]> {
    const rows = await store.all<{ entries: string }>(store.sql('call_log_pending'))
    return rows.flatMap(({ entries }) => JSON.parse(entries) as OwnedEntry[]).filter((entry) => entry.owner === owner)
  }

  const problems = async () => (await checkCallLog(store, key)).problems

  describe('the log of calls', () => {
    test.each(['notes.get', 'contacts.find', 'notes.add'] as const)(
      'holds nothing of the request of %s while its entry waits',
      async (id) => {
        const log = openLog()
        const held = (() => {
          const call = { requestId: 'a1', door: 'http', request: {} } as const
          const caller = tokenOf(ann)
          const logged = log.begin(operationOf(id), call, caller)
          logged?.takes({ title: 'Tent' }, undefined)
          logged?.end({ result: {} }, 1)
          return [call, caller].map((each) => new WeakRef(each))
        })()
        await collectGarbage()
        expect(held.map((each) => each.deref())).toEqual([undefined, undefined])
        expect(await requests(log)).toEqual(['a1'])
      },
    )

    test('has every call of an account in the order in which they ended, and none of others', async () => {
      const log = openLog()
      const bob = await fundedAccount(store, 1)
      logRead(log, ann, 'a1')
      logRead(log, bob, 'b1')
      const failed = log.begin(operationOf('notes.delete'), { requestId: 'a2', door: 'http' }, tokenOf(ann))
      failed?.end({ error: new ApiError('rate_limited', 'Too many.') }, 0.25)
      expect(log.begin(operationOf('maps.tile'), { requestId: 'x', door: 'http' }, anonymous)).toBeUndefined()
      const { entries, hasMore } = await log.page(ann, { limit: 10 })
      expect(hasMore).toBe(false)
      expect(entries).toMatchObject([
        {
          ...{ number: 2, request_id: 'a2', operation: 'notes.delete', code: 'rate_limited', duration_us: 250 },
          ...{ caller: 'token', credential: 'token_1', at: clock.now() },
        },
        {
          ...{ number: 1, request_id: 'a1', operation: 'notes.get', object: 'Groceries', duration_us: 1500 },
          digest: digestOf({ title: 'Groceries' }, key),
        },
      ])
      expect(await requests(log, bob)).toEqual(['b1'])
      expect(await problems()).toEqual([])
    })

    test('has neither secrets nor what is guessed from a hash', async () => {
      const log = openLog()
      const entryOf = async (operation: OperationId, args: Record<string, unknown>) => {
        const call = log.begin(operationOf(operation), { requestId: 'r', door: 'http' }, tokenOf(ann))
        call?.takes(args, undefined)
        call?.end({}, 1)
        const [entry] = (await log.page(ann, { limit: 1 })).entries
        return entry as { digest?: string; object?: string }
      }
      const decision = { id: 'approval_1', decision: 'allow' }
      const digests = [{}, { password: 'hunter2' }, { password: 'hunter3' }].map(
        async (secret) => (await entryOf('agent.decide', { ...decision, ...secret })).digest,
      )
      expect(new Set(await Promise.all(digests)).size).toBe(1)
      const number = '+4915100000000'
      const verified = await entryOf('sms.verify', { number, code: '123456' })
      expect(verified.digest).toBe((await entryOf('sms.verify', { number })).digest)
      expect(verified.digest).not.toBe((await entryOf('sms.verify', { number: '+4915100000001' })).digest)
    })

    test('has no command, and of an address only its place', async () => {
      const log = openLog()
      const objectOf = async (operation: OperationId, args: Record<string, unknown>) => {
        const call = log.begin(operationOf(operation), { requestId: 'r', door: 'http' }, tokenOf(ann))
        call?.takes(args, undefined)
        call?.end({}, 1)
        return (await log.page(ann, { limit: 1 })).entries[0]?.object
      }
      expect(await objectOf('shell.run', { command: 'curl -H "Key: hunter2" example.org', dir: '/work' })).toBe('/work')
      const place = 'https://example.org/a/b'
      expect(await objectOf('browser.read', { url: 'https://me:hunter2@example.org/a/b?key=hunter2#hunter2' })).toBe(
        place,
      )
      expect(await objectOf('browser.read', { url: 'me:hunter2@example.org/a/b?key=hunter2' })).toBe('example.org/a/b')
    })

    test('stores a write with its change, and nothing of a write that is undone', async () => {
      const log = openLog()
      const call = log.begin(operationOf('notes.add'), { requestId: 'undone', door: 'http' }, tokenOf(ann))
      const undone = store.readingAs(ann, call).write(async () => {
        throw new Error('The change is undone')
      })
      await expect(undone).rejects.toThrow('The change is undone')
      expect(await pending()).toEqual([])
      const committed = await beginWrite(log, store, ann, 'committed')
      expect(await pending()).toMatchObject([
        { request_id: 'committed', entry: expect.stringContaining('"code":"unfinished"') },
      ])
      expect(await requests(log)).toEqual([])
      committed?.end({ charge: { charged: 25, available: 0 } }, 2)
      expect((await log.page(ann, { limit: 10 })).entries).toMatchObject([
        { request_id: 'committed', micro_credits: 25, duration_us: 2000 },
      ])
      expect(await pending()).toEqual([])
    })

    test('has the write of a process that died before the call ended, once, and its chain stays whole', async () => {
      const dead = openLog({ pending: new PendingEntries(new Leases({ ttlMs: 60_000, me: deadProcess, clock })) })
      const call = await beginWrite(dead, store, ann, 'cut off')
      const [one, two] = [openLog(), openLog()]
      // Its lease is by the system's clock, so that of a clock in the past has expired.
      expect((await Promise.all([requests(one), requests(two)]))[0]).toEqual(['cut off'])
      expect(await requests(two)).toEqual(['cut off'])
      expect((await one.page(ann, { limit: 1 })).entries).toMatchObject([
        { code: 'unfinished', operation: 'notes.add' },
      ])
      // The process was only slow.
      call?.end({}, 3)
      expect(await requests(dead)).toEqual(['cut off', 'cut off'])
      expect(await problems()).toEqual([])
    })

    test('has each of several writes that were committed together once, also if the process dies when one has ended', async () => {
      const bob = await fundedAccount(store, 1)
      const dead = openLog({ pending: new PendingEntries(new Leases({ ttlMs: 60_000, me: deadProcess, clock })) })
      const [first, , other] = await Promise.all([
        beginWrite(dead, store, ann, 'ended'),
        beginWrite(dead, store, ann, 'cut off'),
        beginWrite(dead, store, bob, 'of bob'),
      ])
      first?.end({}, 1)
      other?.end({}, 1)
      await dead.flush()
      expect((await pending()).map(({ request_id }) => request_id)).toEqual(['cut off'])
      expect(await pending(bob)).toEqual([])
      const log = openLog()
      const { entries } = await log.page(ann, { limit: 10 })
      expect(entries).toMatchObject([{ request_id: 'cut off', code: 'unfinished' }, { request_id: 'ended' }])
      expect(await requests(log, bob)).toEqual(['of bob'])
      expect(await pending()).toEqual([])
      expect(await problems()).toEqual([])
    })

    test('is one chain for all processes that add to it at once', async () => {
      const logs = [openLog(), openLog(), openLog()]
      for (let round = 0; round < 5; round++) {
        for (const [index, log] of logs.entries()) logRead(log, ann, `${index}-${round}`)
        await Promise.all(logs.map((log) => log.flush()))
      }
      const { entries } = await (logs[0] as CallLog).page(ann, { limit: 100 })
      expect(entries.map(({ number }) => number)).toEqual(Array.from({ length: 15 }, (_, index) => 15 - index))
      expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(15)
      expect(await problems()).toEqual([])
    })

    test('is filtered by everything that an entry has, and paged', async () => {
      const log = openLog()
      const start = clock.now()
      logRead(log, ann, 'r1')
      clock.advance(1000)
      log
        .begin(operationOf('docs.list'), { requestId: 'r2', door: 'http' }, tokenOf(ann))
        ?.end({ error: new ApiError('internal', 'x') }, 1)
      log.begin(operationOf('notes.list'), { requestId: 'r3', door: 'agent' }, agentOf(ann))?.end({}, 1)
      const found = async (filter: object) =>
        (await log.page(ann, { limit: 10, ...filter })).entries.map(({ request_id }) => request_id)
      expect(await found({ requestId: 'r1' })).toEqual(['r1'])
      expect(await found({ operation: 'notes.list' })).toEqual(['r3'])
      expect(await found({ family: 'notes' })).toEqual(['r3', 'r1'])
      expect(await found({ isOk: false })).toEqual(['r2'])
      expect(await found({ isOk: true })).toEqual(['r3', 'r1'])
      expect(await found({ from: start + 1000 })).toEqual(['r3', 'r2'])
      expect(await found({ to: start + 1000 })).toEqual(['r1'])
      expect(await found({ caller: 'agent' })).toEqual(['r3'])
      expect(await found({ door: 'agent' })).toEqual(['r3'])
      expect(await found({ door: 'http' })).toEqual(['r2', 'r1'])
      expect(await found({ credential: 'token_1' })).toEqual(['r2', 'r1'])
      const first = await log.page(ann, { limit: 2 })
      expect([first.entries.map(({ request_id }) => request_id), first.hasMore]).toEqual([['r3', 'r2'], true])
      expect(await found({ before: 2 })).toEqual(['r1'])
    })

    test('is pruned by age and by number, a block at a time, and is then checked from its signed checkpoint', async () => {
      const log = openLog({ days: 2, maxEntries: 3 })
      const readTogether = async (...ids: string[]) => {
        for (const id of ids) logRead(log, ann, id)
        await log.flush()
      }
      await readTogether('old 1', 'old 2')
      clock.advance(2 * dayMs)
      await readTogether('new 1')
      await log.tend()
      expect(await requests(log)).toEqual(['new 1', 'old 2', 'old 1'])
      clock.advance(1)
      await log.tend()
      expect(await requests(log)).toEqual(['new 1'])
      await readTogether('new 2', 'new 3')
      await readTogether('new 4')
      await log.tend()
      const numbers = async () => (await log.page(ann, { limit: 10 })).entries.map(({ number }) => number)
      expect(await numbers()).toEqual([6, 5, 4])
      await readTogether('new 5')
      await log.tend()
      // One of the two in the oldest block is among the last three.
      expect(await numbers()).toEqual([7, 6, 5, 4])
      expect(await problems()).toEqual([])
      await store.run(store.sql('call_log').where({ owner: ann, sequence: 5 }).delete())
      expect(await problems()).toMatchObject([{ problem: 'entries 4 to 5 are missing' }])
      await store.run(store.sql('accounts').where({ id: ann }).delete())
    })

    test('has entries from before there were blocks, in the same chain, and with every filter', async () => {
      const entry = (code?: string) =>
        JSON.stringify({ operation: 'notes.get', object: '[b]', caller: 'token', credential: 'token_1', code })
      const [one, two] = [
        { owner: ann, sequence: 1, at: clock.now(), request_id: 'old 1', entry: entry() },
        { owner: ann, sequence: 2, at: clock.now() + 1, request_id: 'old 2', entry: entry('not_found') },
      ]
      const first = { ...one, hash: hashOf(noHash, one) }
      const second = { ...two, hash: hashOf(first.hash, two) }
      for (const row of [first, second]) await store.run(store.sql('call_log').insert(row))
      const head = { ...newHead(ann), sequence: 2, hash: second.hash }
      await store.write((tx) => storeHeads(tx, [head], key))
      const log = openLog()
      logRead(log, ann, 'new 3')
      expect(await requests(log)).toEqual(['new 3', 'old 2', 'old 1'])
      expect((await log.page(ann, { limit: 1, isOk: false })).entries).toEqual([
        {
          ...{ number: 2, at: two.at, request_id: 'old 2', operation: 'notes.get', object: '[b]', caller: 'token' },
          ...{ credential: 'token_1', code: 'not_found', hash: second.hash },
        },
      ])
      for (const filter of [{ requestId: 'old 1' }, { before: 2 }, { to: two.at }]) {
        const { entries } = await log.page(ann, { limit: 10, ...filter })
        expect(entries.map(({ request_id }) => request_id).at(-1), JSON.stringify(filter)).toBe('old 1')
      }
      expect(await problems()).toEqual([])
    })

    test('is paged through many blocks without a gap, each entry once', async () => {
      const log = openLog()
      const count = 2 * maxBlockEntries + 50
      for (let n = 1; n <= count; n++) logRead(log, ann, `r${n}`)
      const seen: number[] = []
      for (let before: number | undefined; before !== 1; before = seen.at(-1)) {
        const { entries } = await log.page(ann, { limit: 90, before })
        seen.push(...entries.map(({ number }) => number))
      }
      expect(seen).toEqual(Array.from({ length: count }, (_, index) => count - index))
      const blocks = await store.all<object>(store.sql('call_log').where({ owner: ann }))
      expect(blocks).toHaveLength(3)
    })

    test('drops and counts what does not fit while the database cannot be written, and never rejects a call', async () => {
      const metrics = new Registry()
      const broken = { ...store, write: () => Promise.reject(new Error('The disk is full')) } as unknown as Store
      const log = openLog({ store: broken, metrics, maxQueued: 2 })
      for (const id of ['1', '2']) logRead(log, ann, id)
      await expect(log.flush()).rejects.toThrow('The disk is full')
      const text = await metrics.metrics()
      expect(text).toContain('onedoor_call_log_dropped_total 1')
      expect(text).toContain('onedoor_call_log_waiting 1')
    })

    test('drops nothing of an account and lets it wait for none, while another floods the log', async () => {
      const bob = await fundedAccount(store, 1)
      const added: string[] = []
      let isBroken = true
      const write = async (work: (tx: Writer) => Promise<unknown>) => {
        if (isBroken) throw new Error('The disk is full')
        return store.write((tx) => work({ ...tx, all: tx.all.bind(tx), run: (query) => ran(tx, query) } as Writer))
      }
      const ran = (tx: Writer, query: Parameters<Writer['run']>[0]) => {
        const { bindings } = (query as StatementCall).compile(tx.sql, tx.dialect)
        const found = bindings.flatMap((value) => `${value}`.match(/(?:ann|bob)-\d+/g) ?? [])
        added.push(...found)
        return tx.run(query)
      }
      const log = openLog({ store: { ...store, write } as unknown as Store, maxQueued: 20 })
      for (let n = 0; n < 50; n++) logRead(log, ann, `ann-${n}`)
      for (let n = 0; n < 4; n++) logRead(log, bob, `bob-${n}`)
      await expect(log.flush()).rejects.toThrow('The disk is full')
      for (let n = 50; n < 60; n++) logRead(log, ann, `ann-${n}`)
      logRead(log, bob, 'bob-4')
      isBroken = false
      await log.flush()
      const bobs = ['bob-0', 'bob-1', 'bob-2', 'bob-3', 'bob-4']
      expect(added).toEqual([...bobs, ...Array.from({ length: 10 }, (_, n) => `ann-${n}`)])
      expect((await requests(openLog(), bob)).toReversed()).toEqual(bobs)
      expect(await problems()).toEqual([])
    })

    test('adds what waits when it is closed, except for accounts that no longer exist', async () => {
      const [log, gone] = [openLog(), await fundedAccount(store, 1)]
      logRead(log, gone, 'gone')
      logRead(log, ann, 'last')
      await store.run(store.sql('accounts').where({ id: gone }).delete())
      await log.close()
      expect(await requests(openLog())).toEqual(['last'])
      expect(await requests(openLog(), gone)).toEqual([])
    })
  })
})
