import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachDatabase } from '../../testing/databases.ts'
import { statement } from './statement.ts'
import { isForeignKeyViolation, isUniqueViolation } from './store-errors.ts'
import type { Reader, Store, Writer } from './types.ts'
import { asBoolean } from './values.ts'

const addAccount = statement<{ name: string; at: number }>((sql, param) =>
  sql('accounts').insert({
    id: param('name'),
    username: param('name'),
    created_at: param('at'),
    updated_at: param('at'),
  }),
)

function add(tx: Writer, name: string): Promise<{ changes: number }> {
  return tx.run(addAccount({ name, at: 1_795_000_000_000 }))
}

async function usernames(reader: Reader): Promise<string[]> {
  const rows = await reader.all<{ username: string }>(reader.sql('accounts').select('username').orderBy('username'))
  return rows.map(({ username }) => username)
}

function note(owner: string, title: string, text = ''): Record<string, unknown> {
  return { id: `note_${title}`, owner, title, title_key: title, text, created_at: 1, updated_at: 1 }
}

/** A promise and its settlers: with it tests decide which of two transactions goes first. */
function gate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

forEachDatabase((dialect, openTestStore, newDatabase) => {
  test('reads and other stores see acknowledged writes', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const other = await openTestStore(settings)
    expect(await store.write((tx) => add(tx, 'ada'))).toEqual({ changes: 1 })
    expect(await usernames(store)).toEqual(['ada'])
    expect(await usernames(other)).toEqual(['ada'])
    await other.run(addAccount({ name: 'bob', at: 1 }))
    expect(await usernames(store)).toEqual(['ada', 'bob'])
  })

  test('a write returns the result of its work, and sees its own changes', async () => {
    const store = await openTestStore()
    const seen = await store.write(async (tx) => {
      await add(tx, 'ada')
      return usernames(tx)
    })
    expect(seen).toEqual(['ada'])
  })

  test('a transaction is invisible before it is committed', async () => {
    const store = await openTestStore()
    const written = gate()
    const finish = gate()
    const writing = store.write(async (tx) => {
      await add(tx, 'ada')
      written.open()
      await finish.opened
    })
    await written.opened
    expect(await usernames(store)).toEqual([])
    finish.open()
    await writing
    expect(await usernames(store)).toEqual(['ada'])
  })

  test('work that throws after writing is undone, and rejects with its own error', async () => {
    const store = await openTestStore()
    const failure = new Error('changed my mind')
    const runs: number[] = []
    await expect(
      store.write(async (tx) => {
        runs.push(1)
        await add(tx, 'ada')
        throw failure
      }),
    ).rejects.toBe(failure)
    expect(runs).toHaveLength(1)
    expect(await usernames(store)).toEqual([])
  })

  test('works that wait together succeed and fail separately', async () => {
    const store = await openTestStore()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        store.write(async (tx) => {
          await add(tx, `user${i}`)
          if (i % 5 === 3) throw new Error(`refused ${i}`)
          if (i % 5 === 4) await add(tx, `user${i}`)
          return i
        }),
      ),
    )
    outcomes.forEach((outcome, i) => {
      if (i % 5 === 3) expect(outcome).toMatchObject({ status: 'rejected', reason: { message: `refused ${i}` } })
      else if (i % 5 === 4) expect(outcome.status === 'rejected' && isUniqueViolation(outcome.reason)).toBe(true)
      else expect(outcome).toEqual({ status: 'fulfilled', value: i })
    })
    const kept = Array.from({ length: 20 }, (_, i) => i).filter((i) => i % 5 < 3)
    expect(await usernames(store)).toEqual(kept.map((i) => `user${i}`).sort())
  })

  test('a hundred callers that each increment a number lose none', async () => {
    const store = await openTestStore()
    await store.write((tx) => add(tx, 'ada'))
    await Promise.all(
      Array.from({ length: 100 }, () =>
        store.write(async (tx) => {
          const row = await tx.get<{ updated_at: number }>(tx.sql('accounts').where({ id: 'ada' }))
          await tx.run(
            tx
              .sql('accounts')
              .where({ id: 'ada' })
              .update({ updated_at: row!.updated_at + 1 }),
          )
        }),
      ),
    )
    const row = await store.get<{ updated_at: number }>(store.sql('accounts').where({ id: 'ada' }))
    expect(row?.updated_at).toBe(1_795_000_000_100)
  })

  test('two works that depend on their reads cannot both win', async () => {
    const settings = await newDatabase()
    const stores = [await openTestStore(settings), await openTestStore(settings)]
    const claim = (store: Store, name: string): Promise<boolean> =>
      store.write(async (tx) => {
        if ((await usernames(tx)).length > 0) return false
        await add(tx, name)
        return true
      })
    const won = await Promise.all(Array.from({ length: 10 }, (_, i) => claim(stores[i % 2]!, `user${i}`)))
    expect(won.filter(Boolean)).toHaveLength(1)
    expect(await usernames(stores[0]!)).toHaveLength(1)
  })

  test('a failed statement fails its work even if the work catches the error', async () => {
    const store = await openTestStore()
    await store.write((tx) => add(tx, 'ada'))
    const caught = store.write(async (tx) => {
      await add(tx, 'bob')
      await add(tx, 'ada').catch(() => undefined)
      return 'went on'
    })
    await expect(caught.catch((error) => isUniqueViolation(error))).resolves.toBe(true)
    const again = store.write(async (tx) => {
      await add(tx, 'ada').catch(() => undefined)
      await add(tx, 'cyd')
    })
    await expect(again).rejects.toThrow('An earlier statement of this transaction failed')
    expect(await usernames(store)).toEqual(['ada'])
  })

  test('a statement that is not awaited fails its write, which stores nothing, and one after the end is rejected', async () => {
    const store = await openTestStore()
    let leaked: Writer | undefined
    const forgetful = store.write(async (tx) => {
      leaked = tx
      await add(tx, 'ada')
      void add(tx, 'bob')
    })
    await expect(forgetful).rejects.toThrow('Await every statement.')
    await expect(add(leaked!, 'cyd')).rejects.toThrow('This transaction has ended')
    expect(await usernames(store)).toEqual([])
    await store.write((tx) => add(tx, 'ada'))
    expect(await usernames(store)).toEqual(['ada'])
  })

  test('a failed statement that nobody awaited fails its write, and nothing of it is stored', async () => {
    const store = await openTestStore()
    await store.write((tx) => add(tx, 'ada'))
    const forgetful = store.write(async (tx) => {
      await add(tx, 'bob')
      void add(tx, 'ada').catch(() => undefined)
    })
    await expect(forgetful.catch((error) => isUniqueViolation(error))).resolves.toBe(true)
    expect(await usernames(store)).toEqual(['ada'])
  })

  test('a record needs its account, and is deleted with it', async () => {
    const store = await openTestStore()
    const orphan = store.run(store.sql('notes').insert(note('nobody', 'x')))
    await expect(orphan.catch((error) => isForeignKeyViolation(error))).resolves.toBe(true)
    await store.write(async (tx) => {
      await add(tx, 'ada')
      await add(tx, 'bob')
      await tx.run(tx.sql('notes').insert(note('ada', 'hers')))
      await tx.run(tx.sql('notes').insert(note('bob', 'his')))
    })
    expect(await store.run(store.sql('accounts').where({ id: 'ada' }).delete())).toEqual({ changes: 1 })
    expect(await store.all(store.sql('notes').select('title'))).toEqual([{ title: 'his' }])
  })

  test('changes counts the rows of inserts, updates, deletes and returning', async () => {
    const store = await openTestStore()
    const { sql } = store
    const row = (name: string) => ({ id: name, username: name, created_at: 1, updated_at: 1 })
    expect(await store.run(sql('accounts').insert(['ada', 'bob', 'cyd'].map(row)))).toEqual({ changes: 3 })
    expect(await store.run(sql('accounts').where('id', '>', 'ada').update({ is_admin: true }))).toEqual({ changes: 2 })
    expect(await store.run(sql('accounts').insert(row('ada')).onConflict('username').ignore())).toEqual({ changes: 0 })
    expect(await store.run(sql('accounts').where({ id: 'cyd' }).delete().returning('id'))).toEqual({ changes: 1 })
    expect(
      await store.run(sql.raw('with gone as (select 1 as one) delete from accounts where id = ?', ['bob'])),
    ).toEqual({ changes: 1 })
    const inserted = await store.write((tx) =>
      tx.get(sql('accounts').insert(row('dan')).returning(['id', 'namespace'])),
    )
    expect(inserted).toEqual({ id: 'dan', namespace: 'onedoor' })
    expect(await store.run(sql('accounts').where({ id: 'nobody' }).update({ is_admin: true }))).toEqual({ changes: 0 })
  })

  test('text, large numbers, booleans and null are returned as stored', async () => {
    const store = await openTestStore()
    const texts = [
      '',
      ' ',
      "O'Brien; drop table notes --",
      '日本語 ภาษาไทย العربية',
      '👩‍👩‍👧‍👦 e\u0301',
      '\u200B\uFEFF',
      '\n\t\\"',
      'x'.repeat(200_000),
    ]
    await store.write((tx) => add(tx, 'ada'))
    for (const [i, text] of texts.entries()) await store.run(store.sql('notes').insert(note('ada', `t${i}`, text)))
    const rows = await store.all<{ text: string }>(store.sql('notes').select('text').orderBy('title_key'))
    expect(rows.map(({ text }) => text)).toEqual(texts)
    const account = await store.get<Record<string, unknown>>(store.sql('accounts').where({ id: 'ada' }))
    expect(account).toMatchObject({ created_at: 1_795_000_000_000, password_hash: null })
    expect(asBoolean(account?.is_admin)).toBe(false)
    await store.run(store.sql('accounts').where({ is_admin: false }).update({ is_admin: true }))
    expect(
      asBoolean((await store.get<Record<string, unknown>>(store.sql('accounts').where({ is_admin: true })))?.is_admin),
    ).toBe(true)
    expect(await store.get(store.sql('accounts').sum({ total: 'created_at' }).count({ rows: '*' }))).toEqual({
      total: 1_795_000_000_000,
      rows: 1,
    })
  })

  test('a value that the databases would store differently is rejected, and the value is not in the message', async () => {
    const store = await openTestStore()
    const { sql } = store
    await expect(store.all(sql('accounts').where({ username: 'sec\u0000ret' }))).rejects.toThrow(
      /^Value 1 contains the character U\+0000/,
    )
    await expect(store.all(sql('accounts').where({ username: 'sec\u0000ret' }))).rejects.not.toThrow('sec')
    await expect(store.run(sql('accounts').update({ created_at: Number.NaN }))).rejects.toThrow(
      'Value 1 is not a finite number',
    )
    await expect(store.run(sql('accounts').update({ created_at: new Date(0) }))).rejects.toThrow(
      'Value 1 is a Date (store epoch milliseconds)',
    )
    await expect(
      store.write((tx) => tx.run(sql.raw('update accounts set username = ?', [['a'] as never]))),
    ).rejects.toThrow('Value 1 is an object (store JSON text)')
  })

  test('a builder that is awaited instead of passed to the store runs nothing', async () => {
    const store = await openTestStore()
    await expect(async () => store.sql('accounts')).rejects.toThrow()
  })

  test('keys sort by their bytes in any locale of the database', async () => {
    const store = await openTestStore()
    await store.write((tx) => add(tx, 'ada'))
    for (const title of ['b', 'B', 'a', '_', 'é', 'Z']) await store.run(store.sql('notes').insert(note('ada', title)))
    const rows = await store.all<{ title: string }>(store.sql('notes').select('title').orderBy('title_key'))
    expect(rows.map(({ title }) => title)).toEqual(['B', 'Z', '_', 'a', 'b', 'é'])
  })

  test('close finishes accepted work, rejects later work, and can be called twice', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const writes = Array.from({ length: 50 }, (_, i) => store.write((tx) => add(tx, `user${i}`)))
    const reads = Array.from({ length: 20 }, () => usernames(store))
    const closing = Promise.all([store.close(), store.close()])
    await expect(store.write((tx) => add(tx, 'late'))).rejects.toThrow('The store is closed')
    await expect(usernames(store)).rejects.toThrow('The store is closed')
    await Promise.all([...writes, ...reads])
    await closing
    expect(await usernames(await openTestStore(settings))).toHaveLength(50)
  })

  test('close waits for a work in progress, which is committed', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const [begun, finish] = [gate(), gate()]
    const writing = store.write(async (tx) => {
      await add(tx, 'ada')
      begun.open()
      await finish.opened
      await add(tx, 'bob')
    })
    await begun.opened
    const closing = store.close()
    for (let turns = 0; turns < 20; turns++) await turn()
    finish.open()
    await Promise.all([writing, closing])
    expect(await usernames(await openTestStore(settings))).toEqual(['ada', 'bob'])
  })

  test('waiters for a commit are called once it is durable, and never for undone changes', async () => {
    const settings = await newDatabase()
    const store = await openTestStore(settings)
    const other = await openTestStore(settings)
    const seen: Promise<string[]>[] = []
    const called: string[] = []
    const named = (name: string, fails = false): Promise<void> =>
      store.write(async (tx) => {
        tx.afterCommit(() => {
          called.push(name)
          seen.push(usernames(other))
        })
        await add(tx, name)
        if (fails) throw new Error('undone')
      })
    const writes = await Promise.allSettled([named('ada'), named('bob', true), named('cyd')])
    expect(writes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    // The database decides which commits first.
    expect(called.toSorted()).toEqual(['ada', 'cyd'])
    for (const [index, names] of (await Promise.all(seen)).entries()) expect(names).toContain(called[index])
  })

  test('ping succeeds while the database responds', async () => {
    const store = await openTestStore()
    await expect(store.ping()).resolves.toBeUndefined()
    await store.close()
    await expect(store.ping()).rejects.toThrow('The store is closed')
    expect(store.dialect).toBe(dialect)
  })
})
