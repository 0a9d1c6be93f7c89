import { rename } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { openRelay } from '../../testing/relay.ts'
import { openStore } from './open.ts'
import { sqliteFile } from './sqlite.ts'
import { postgresFailure, StoreUnavailableError, sqliteFailure } from './store-errors.ts'
import type { Store } from './types.ts'

const account = (id: string) => ({ id, username: id, created_at: 1, updated_at: 1 })

/** The results of a read, a statement and a work: `ok`, or the reason and the code of the error. */
async function outcomes(store: Store): Promise<string[]> {
  const attempts = [
    store.all(store.sql('accounts')),
    store.run(store.sql('accounts').insert(account(`a${Math.random()}`))),
    store.write((tx) => tx.run(tx.sql('accounts').insert(account(`b${Math.random()}`)))),
    store.ping(),
  ]
  const settled = await Promise.allSettled(attempts)
  return settled.map((outcome) => {
    if (outcome.status === 'fulfilled') return 'ok'
    const { reason } = outcome as { reason: unknown }
    if (!(reason instanceof StoreUnavailableError)) return String(reason)
    expect(reason.retryAfterS).toBeGreaterThan(0)
    return `${reason.code} ${reason.reason}`
  })
}

describe('errors of the drivers', () => {
  test('that are the fault of the statement stay unchanged', () => {
    for (const code of ['SQLITE_CONSTRAINT', 'SQLITE_ERROR', 'SQLITE_CORRUPT', '23505', '42P01', 'XX000']) {
      const error = Object.assign(new Error('no'), { code })
      expect([sqliteFailure(error), postgresFailure(error)]).toEqual([error, error])
    }
  })

  test.each([
    ['53100', 'full'],
    ['25006', 'readOnly'],
    ['58030', 'failing'],
    ['57P01', 'unreachable'],
    ['08006', 'unreachable'],
    ['ECONNRESET', 'unreachable'],
  ])('%s of PostgreSQL means %s', (code, reason) => {
    const error = Object.assign(new Error('no'), { code })
    expect(postgresFailure(error)).toMatchObject({ code: 'unavailable', status: 503, reason, cause: error })
  })
})

forEachDatabase((dialect, openTestStore, newDatabase) => {
  if (dialect === 'postgres') {
    test('a stopped database is unavailable until it is back', async () => {
      const { dataDir, databaseUrl } = await newDatabase()
      const relay = await openRelay(databaseUrl!)
      const store = await openStore({ dataDir, databaseUrl: relay.urlOf(databaseUrl!) })
      try {
        expect(await outcomes(store)).toEqual(['ok', 'ok', 'ok', 'ok'])
        await relay.cut()
        const down = ['unreachable', 'unreachable', 'unreachable', 'unreachable'].map(
          (reason) => `unavailable ${reason}`,
        )
        expect(await outcomes(store)).toEqual(down)
        expect(await outcomes(store)).toEqual(down)
        await relay.restore()
        expect(await outcomes(store)).toEqual(['ok', 'ok', 'ok', 'ok'])
      } finally {
        await store.close()
        await relay.cut()
      }
    })

    test('a connection lost within a transaction is unavailable, and nothing is written', async () => {
      const { dataDir, databaseUrl } = await newDatabase()
      const relay = await openRelay(databaseUrl!)
      const store = await openStore({ dataDir, databaseUrl: relay.urlOf(databaseUrl!) })
      const writing = store.write(async (tx) => {
        await tx.run(tx.sql('accounts').insert(account('ada')))
        await relay.cut()
        await tx.all(tx.sql('accounts'))
      })
      await expect(writing).rejects.toMatchObject({ code: 'unavailable', reason: 'unreachable' })
      await relay.restore()
      expect(await store.all(store.sql('accounts'))).toEqual([])
      await store.close()
      await relay.cut()
    })

    test('a database that has become read-only serves reads and says so, until it accepts writes again', async () => {
      const { dataDir, databaseUrl } = await newDatabase()
      const store = await openTestStore({ dataDir, databaseUrl })
      const setReadOnly = async (value: 'on' | 'off') => {
        const { pathname } = new URL(databaseUrl!)
        const admin = await openStore({ dataDir, databaseUrl: databaseUrl! })
        await admin.write(async (tx) => {
          await tx.run(tx.sql.raw('set transaction read write'))
          await tx.run(tx.sql.raw(`alter database ${pathname.slice(1)} set default_transaction_read_only = ${value}`))
          // The connections of the pool keep their initial setting.
          await tx.all(
            tx.sql.raw(
              'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
            ),
          )
        })
        await admin.close()
      }
      await setReadOnly('on')
      const refused = 'unavailable readOnly'
      expect((await outcomes(store)).slice(0, 3)).toEqual(['ok', refused, refused])
      await expect(store.ping()).rejects.toMatchObject({ reason: 'readOnly' })
      await setReadOnly('off')
      await store.ping()
      expect(await outcomes(store)).toEqual(['ok', 'ok', 'ok', 'ok'])
    })
    return
  }

  test('a full disk allows reads and deletes, and is reported until there is room', async () => {
    const store = await openTestStore()
    const pragma = (value: number) => store.run(store.sql.raw(`pragma max_page_count = ${value}`))
    const long = (id: string) => store.sql('accounts').insert({ ...account(id), username: id.repeat(20_000) })
    await store.run(long('ada'))
    await pragma(1)
    const full = {
      code: 'unavailable',
      reason: 'full',
      message: expect.stringContaining('database disk is full'),
    }
    await expect(store.run(long('bob'))).rejects.toMatchObject(full)
    await expect(store.write((tx) => tx.run(long('bob')))).rejects.toMatchObject(full)
    await expect(store.ping()).rejects.toMatchObject(full)
    expect(await store.all(store.sql('accounts').select('id'))).toEqual([{ id: 'ada' }])
    expect(await store.run(store.sql('accounts').where({ id: 'ada' }).delete())).toEqual({ changes: 1 })
    await store.ping()
    await store.run(store.sql('accounts').insert(account('bob')))
    await pragma(1_000_000)
    await store.run(long('cyd'))
  })

  test('a read-only file allows reads and is reported, until it accepts writes again', async () => {
    const store = await openTestStore()
    await store.run(store.sql.raw('pragma query_only = on'))
    const refused = 'unavailable readOnly'
    expect((await outcomes(store)).slice(0, 3)).toEqual(['ok', refused, refused])
    await expect(store.ping()).rejects.toMatchObject({ reason: 'readOnly' })
    await store.run(store.sql.raw('pragma query_only = off'))
    expect((await outcomes(store)).slice(0, 3)).toEqual(['ok', 'ok', 'ok'])
    await store.ping()
  })

  test('no write is acknowledged once the file is deleted or replaced', async () => {
    const { dataDir } = await newDatabase()
    const warnings: string[] = []
    const store = await openStore({ dataDir, log: { warn: (_, message) => warnings.push(message) } })
    const filename = sqliteFile(dataDir)
    expect(await outcomes(store)).toEqual(['ok', 'ok', 'ok', 'ok'])
    await rename(filename, `${filename}.away`)
    const gone = 'unavailable gone'
    expect(await outcomes(store)).toEqual(['ok', gone, gone, gone])
    expect(warnings).toEqual(['database file deleted'])
    await rename(`${filename}.away`, filename)
    expect(await outcomes(store)).toEqual(['ok', 'ok', 'ok', 'ok'])
    await store.close()
  })

  test('a write that was running when the file was deleted is not acknowledged', async () => {
    const { dataDir } = await newDatabase()
    const store = await openStore({ dataDir })
    const filename = sqliteFile(dataDir)
    const writing = store.write(async (tx) => {
      await tx.run(tx.sql('accounts').insert(account('ada')))
      await rename(filename, `${filename}.away`)
    })
    await expect(writing).rejects.toMatchObject({ code: 'unavailable', reason: 'gone' })
    await store.close()
  })

  test('a data directory that cannot be created is rejected with a sentence', async () => {
    await expect(openStore({ dataDir: '/proc/nope' })).rejects.toThrow(
      /^DATA_DIR: cannot create \/proc\/nope\/.*ENOENT/,
    )
    await expect(openStore({ dataDir: '/proc/nope/deeper' })).rejects.toThrow(/^DATA_DIR: cannot create/)
  })
})
