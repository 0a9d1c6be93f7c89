import { describe, expect, test, vi } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { compileQuery } from './builders.ts'
import { ChangeLog, changeTable, forgetOldChanges } from './change-log.ts'
import { deletedAtOnce } from './delete-some.ts'
import { currentVersion } from './dialect-sql.ts'
import type { Store } from './types.ts'

const changes = changeTable('link_changes', 'link_id')

type Row = Readonly<Record<'id' | 'version' | 'next', string | number | null>>

/** A log over a database that returns these rows, and where each poll began. */
function scripted(...polls: readonly (readonly Row[])[]) {
  const left = [...polls]
  const since: unknown[] = []
  const all: Store['all'] = async <Row>(query: Parameters<Store['all']>[0]) => {
    since.push(compileQuery(query, 'sqlite').bindings[0])
    return left.shift() as Row[]
  }
  return { log: new ChangeLog({ all }, changes), since }
}

const nothing = (next: number): Row => ({ id: null, version: null, next })

describe('changes that a poll finds', () => {
  test('are reported once, also while transactions that began before them are still open', async () => {
    const { log, since } = scripted(
      [nothing(5)],
      [{ id: 'a', version: 5, next: 5 }],
      [
        { id: 'a', version: '5', next: '7' },
        { id: 'b', version: '6', next: '7' },
        { id: 'c', version: '7', next: '7' },
        { id: 'd', version: '8', next: '7' },
        { id: 'e', version: '8', next: '7' },
      ],
      [
        { id: 'c', version: 7, next: 9 },
        { id: 'd', version: 8, next: 9 },
        { id: 'e', version: 8, next: 9 },
        { id: 'd', version: 9, next: 9 },
      ],
      [{ id: 'd', version: 9, next: 9 }],
    )
    expect(await log.poll()).toBe('unknown')
    expect(await log.poll()).toEqual(new Set(['a']))
    expect(await log.poll()).toEqual(new Set(['b', 'c', 'd', 'e']))
    expect(await log.poll()).toEqual(new Set(['d']))
    expect(await log.poll()).toEqual(new Set())
    expect(since).toEqual([Number.MAX_SAFE_INTEGER, 5, 5, 7, 9])
  })

  test('can be anything once the previous ones are no longer listed', async () => {
    const { log } = scripted([nothing(1)], [{ id: '', version: 4, next: 9 }], [nothing(9)])
    expect([await log.poll(), await log.poll()]).toEqual(['unknown', 'unknown'])
    expect(await log.poll()).toEqual(new Set())
  })

  test('are at most ten thousand by their keys, and one more is read to find out whether there are more', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `k${index}`, version: 2, next: 3 }))
    const { log } = scripted([nothing(1)], rows(10_000), rows(10_001))
    await log.poll()
    expect(await log.poll()).toHaveProperty('size', 10_000)
    expect(await log.poll()).toBe('unknown')
    expect(compileQuery(changes.since(7), 'sqlite').bindings).toEqual([7, 10_001])
  })

  test('are not reported from before a restart of the log', async () => {
    const row = { id: 'a', version: 5, next: 5 }
    const { log, since } = scripted([nothing(5)], [row], [nothing(5)], [row])
    await log.poll()
    await log.poll()
    log.reset()
    expect(await log.poll()).toBe('unknown')
    // Nothing is known about it any longer.
    expect(await log.poll()).toEqual(new Set(['a']))
    expect(since).toEqual([Number.MAX_SAFE_INTEGER, 5, Number.MAX_SAFE_INTEGER, 5])
    log.reset()
  })
})

forEachDatabase((dialect, openTestStore) => {
  test('every process finds each committed change once, also those that commit late', async () => {
    const store = await openTestStore()
    const [log, other] = [new ChangeLog(store, changes), new ChangeLog(store, changes)]
    const change = (id: string) =>
      store.run(
        store
          .sql('link_changes')
          .insert({ link_id: id, version: store.sql.raw(currentVersion(store.sql, 'link_changes')) }),
      )
    /** Other databases of a server share its transaction numbers: an open transaction there delays the removal here. */
    const over = async () => {
      const last = await store.get<{ version: number }>(store.sql('link_changes').max('version as version'))
      const next = async () => Number((await store.all<{ next: number }>(changes.since(0)))[0]?.next)
      await expect.poll(next, { timeout: 20_000 }).toBeGreaterThan(Number(last?.version))
    }
    await change('before')
    await over()
    expect(await log.poll()).toBe('unknown')
    expect(await log.poll()).toEqual(new Set())
    await change('a')
    await change('b')
    await over()
    expect(await other.poll()).toBe('unknown')
    expect(await log.poll()).toEqual(new Set(['a', 'b']))
    await change('c')
    expect([await log.poll(), await other.poll()]).toEqual([new Set(['c']), new Set(['c'])])
    expect(await log.poll()).toEqual(new Set())
  })

  test('no changes are removed before there are more than the maximum', async () => {
    const store = await openTestStore()
    await forgetOldChanges(store, changes, 2)
    for (const [index, link_id] of ['a', 'b'].entries()) {
      await store.run(store.sql('link_changes').insert({ link_id, version: index + 1 }))
    }
    await forgetOldChanges(store, changes, 2)
    expect(await store.all(store.sql('link_changes').select('link_id').orderBy('version'))).toEqual([
      { link_id: 'a' },
      { link_id: 'b' },
    ])
  })

  test('old changes are removed in portions, after their removal is recorded', async () => {
    const store = await openTestStore()
    const count = 2 * deletedAtOnce + 8
    await store.write(async (tx) => {
      for (let n = 0; n < count; n++) {
        await tx.run(tx.sql('link_changes').insert({ link_id: `link-${String(n).padStart(4, '0')}`, version: n + 1 }))
      }
    })
    const run = vi.spyOn(store, 'run')
    await forgetOldChanges(store, changes, 5)
    const deleted = run.mock.results.map(({ value }) => value as Promise<{ changes: number }>)
    expect((await Promise.all(deleted)).map((each) => each.changes)).toEqual([deletedAtOnce, deletedAtOnce, 3])
    const left = await store.all<{ link_id: string; version: number | string }>(
      store.sql('link_changes').select('link_id', 'version').orderBy('version'),
    )
    expect(left.map(({ version }) => Number(version))).toEqual([count - 5, ...[4, 3, 2, 1, 0].map((n) => count - n)])
    expect(left[0]?.link_id).toBe('')
  })

  test('the record of an earlier removal is replaced', async () => {
    const store = await openTestStore()
    const add = (...versions: number[]) =>
      store.run(store.sql('link_changes').insert(versions.map((version) => ({ link_id: `l${version}`, version }))))
    await add(1, 2, 3)
    await forgetOldChanges(store, changes, 1)
    await add(4, 5)
    await forgetOldChanges(store, changes, 1)
    const left = await store.all<{ link_id: string; version: number | string }>(
      store.sql('link_changes').select('link_id', 'version').orderBy('version').orderBy('link_id'),
    )
    expect(left.map(({ link_id, version }) => [link_id, Number(version)])).toEqual([
      ['', 4],
      ['l5', 5],
    ])
  })

  if (dialect !== 'sqlite') return
  test.each(['delete', 'insert'])(
    'a %s that the database rejects ends the removal, and nothing is removed',
    async (event) => {
      const store = await openTestStore()
      await store.run(
        store.sql('link_changes').insert([
          { link_id: 'a', version: 1 },
          { link_id: '', version: 0 },
        ]),
      )
      const refuse = `create trigger refusing before ${event} on link_changes begin select raise(abort, 'refused'); end`
      await store.run(store.sql.raw(refuse))
      await expect(forgetOldChanges(store, changes, 0)).rejects.toThrow('refused')
      expect(await store.all(store.sql('link_changes').select('link_id').orderBy('version'))).toEqual([
        { link_id: '' },
        { link_id: 'a' },
      ])
    },
  )
})
