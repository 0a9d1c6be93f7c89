import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../generated/server/operations.ts'
import { ensureBubblewrap } from '../../tools/setup/programs.mjs'
import { countedTables } from '../runtime/accounts/owned.ts'
import { markColumn } from '../runtime/store/marks.ts'
import type { Store } from '../runtime/store/types.ts'
import { allOf } from '../testing/all-of.ts'
import { forEachDatabase } from '../testing/databases.ts'
import { forEachServer } from '../testing/server.ts'
import { exampleArguments } from '../testing/stand-ins.ts'
import { TestVisitor } from '../testing/visitor.ts'
import { unzip } from '../testing/zip.ts'
import { families, servedFamilies } from './families.ts'
import { markedTables, ownedTables } from './owned-tables.ts'

interface Column {
  table: string
  name: string
  type: string
}

/** A column that holds the id of an account, and what the database does with its row when the account is deleted. */
interface Reference {
  table: string
  name: string
  onDelete: string
}

async function tablesOf(store: Store): Promise<string[]> {
  const query =
    store.dialect === 'sqlite'
      ? "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'"
      : "select table_name as name from information_schema.tables where table_schema = 'public'"
  const rows = await store.all<{ name: string }>(store.sql.raw(query))
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('search_tokens'))
}

async function columnsOf(store: Store): Promise<Column[]> {
  if (store.dialect === 'postgres') {
    return store.all(
      store.sql.raw(
        "select table_name as table, column_name as name, data_type as type from information_schema.columns where table_schema = 'public'",
      ),
    )
  }
  const tables = await tablesOf(store)
  const lists = await Promise.all(
    tables.map((table) =>
      store.all<Column>(store.sql.raw('select ? as "table", name, type from pragma_table_info(?)', [table, table])),
    ),
  )
  return lists.flat()
}

async function referencesOf(store: Store): Promise<Reference[]> {
  if (store.dialect === 'sqlite') {
    const tables = await tablesOf(store)
    const lists = await Promise.all(
      tables.map((table) =>
        store.all<Reference & { target: string }>(
          store.sql.raw(
            'select ? as "table", "from" as name, on_delete as "onDelete", "table" as target from pragma_foreign_key_list(?)',
            [table, table],
          ),
        ),
      ),
    )
    return lists.flat().filter(({ target }) => target === 'accounts')
  }
  return store.all(
    store.sql.raw(`
      select k.table_name as table, k.column_name as name, r.delete_rule as "onDelete"
      from information_schema.referential_constraints r
      join information_schema.key_column_usage k on k.constraint_name = r.constraint_name
      join information_schema.table_constraints t on t.constraint_name = r.unique_constraint_name
      where t.table_name = 'accounts'`),
  )
}

forEachDatabase((_name, openTestStore) => {
  describe('the registry of tables that accounts own', () => {
    test('has every table that names an account: add the table to the manifest of your family', async () => {
      const store = await openTestStore()
      const byName = (await columnsOf(store)).filter(({ name }) => ['owner', 'account_id', 'account'].includes(name))
      const found = new Set([...byName, ...(await referencesOf(store))].map(({ table, name }) => `${table}.${name}`))
      const registered = ownedTables.filter(({ table }) => table !== 'accounts')
      expect(registered.map(({ table, account }) => `${table}.${account}`).sort()).toEqual([...found].sort())
    })

    test('matches what the database does with a row when its account is deleted', async () => {
      const store = await openTestStore()
      const rules = (await referencesOf(store)).map(({ table, onDelete }) => `${table} ${onDelete.toUpperCase()}`)
      const registered = ownedTables.filter(({ table }) => table !== 'accounts')
      const expected = registered.map(
        ({ table, whenDeleted }) => `${table} ${whenDeleted === 'delete' ? 'CASCADE' : 'SET NULL'}`,
      )
      expect(rules.sort()).toEqual(expected.sort())
    })

    test('names existing columns, knows which of them are boolean, and gives each file its own name', async () => {
      const store = await openTestStore()
      const columns = await columnsOf(store)
      for (const { table, account, archive } of ownedTables) {
        const own = columns.filter((column) => column.table === table)
        const names = own.map(({ name }) => name)
        expect(names).toContain(account)
        if ('leftOut' in archive) continue
        const { key, without = [], booleans = [], json = [] } = archive
        expect(names).toEqual(expect.arrayContaining([key, ...without, ...booleans, ...json]))
        const yesOrNo = own.filter(
          ({ type, name }) => type === 'boolean' && !without.includes(name) && name !== markColumn,
        )
        expect([table, yesOrNo.map(({ name }) => name).sort()]).toEqual([table, [...booleans].sort()])
      }
      const files = ownedTables.flatMap(({ archive }) => ('file' in archive ? [archive.file] : []))
      expect(new Set(files).size).toBe(files.length)
    })

    test("marks every table whose texts a method can return as the caller's own", async () => {
      const store = await openTestStore()
      const columns = await columnsOf(store)
      const withMark = columns.filter(({ name }) => name === markColumn).map(({ table }) => table)
      expect(withMark.sort()).toEqual([...markedTables.keys()].sort())
      for (const [table, { texts }] of markedTables) {
        const names = columns.filter((column) => column.table === table).map(({ name }) => name)
        expect([table, names]).toEqual([table, expect.arrayContaining(['id', 'owner', ...texts])])
      }
      const returnsOwnText = new Set(
        operations.flatMap(({ family, kind, foreignText }) => (kind === 'read' && !foreignText ? [family] : [])),
      )
      const undecided = families.flatMap(({ name, tables = [] }) =>
        returnsOwnText.has(name) ? tables.filter(({ marked }) => !marked).map(({ table }) => `${name}: ${table}`) : [],
      )
      expect([...new Set(undecided)]).toEqual([])
    })

    test('counts every table of a family against the quota: none can grow without limit', () => {
      // Data that two people share count for one of them.
      const counted = new Set(countedTables(ownedTables).map(({ table }) => table))
      const free = families.flatMap(({ name, tables = [] }) =>
        tables
          .filter(({ table, counting }) => typeof counting === 'object' && !counted.has(table))
          .map(({ table }) => `${name}: ${table}`),
      )
      expect(free).toEqual([])
    })

    test('lets no secret into an archive', async () => {
      const store = await openTestStore()
      const columns = await columnsOf(store)
      for (const { archive, table } of ownedTables) {
        if ('leftOut' in archive) continue
        const shown = columns.filter((column) => column.table === table && !archive.without?.includes(column.name))
        const secret = shown.filter(({ name }) => /secret|hash|sha256|password|public_key/.test(name))
        expect([table, secret]).toEqual([table, []])
      }
    })
  })
})

forEachServer((server) => {
  const password = 'correct horse battery'
  beforeAll(async () => {
    await ensureBubblewrap()
  }, 600_000)

  /** An account that has run the examples of every family. */
  async function busyAccount() {
    const account = await server().account()
    for (const operation of operations) {
      const { id, kind, needs, microCredits } = operation
      if (kind !== 'write' || needs === 'open' || microCredits > 0 || !servedFamilies.has(operation.family)) continue
      if (/delete|remove|clear/.test(id)) continue
      await account.call(id, exampleArguments(id))
    }
    await account.ok('url.shorten', { destinationURL: 'https://ferries.example/' })
    await server().ledger.grant(account.id, 5_000_000, 'for the test')
    const visitor = await new TestVisitor(server().url).signIn(account.username)
    return { account, visitor }
  }

  /** Where in the database the text occurs, in any column of any table. */
  async function traces(text: string): Promise<string[]> {
    const { store } = server()
    const found: string[] = []
    for (const table of await tablesOf(store)) {
      const rows = await store.all(store.sql(table).select('*'))
      for (const row of rows) if (JSON.stringify(row).includes(text)) found.push(table)
    }
    return [...new Set(found)].sort()
  }

  test('a deleted account leaves nothing in the whole database, and nothing of others is deleted', async () => {
    const [ann, ben] = [await busyAccount(), await busyAccount()]
    await server().storage.fold()
    // Reading the log adds what is pending.
    for (const { account } of [ann, ben]) await account.ok('calls.list', {})
    const [before, bens] = [await traces(ann.account.id), await traces(ben.account.id)]
    expect(before).toEqual(
      expect.arrayContaining([
        'accounts',
        'balances',
        'blog_posts',
        'bookmarks',
        'contacts',
        'docs',
        'ledger_entries',
        'links',
        'notes',
        'search_records',
        'sessions',
        'tasks',
        'tokens',
      ]),
    )
    await server().store.run(server().store.sql('accounts').where({ id: ben.account.id }).update({ is_admin: true }))
    const wrong = await ann.visitor.submit('/settings/data', '/settings/delete', { password: 'wrong' })
    expect([wrong.status, await traces(ann.account.id)]).toEqual([400, before])
    const done = await ann.visitor.submit('/settings/data', '/settings/delete', { password })
    expect([done.status, done.location]).toEqual([303, '/signin?done=deleted'])
    expect(await traces(ann.account.id)).toEqual([])
    // The audit log is kept for AUDIT_DAYS.
    expect(await traces(ann.account.username)).toEqual(['audit_log'])
    expect(await traces(ben.account.id)).toEqual(bens)
    expect((await ann.account.fails('notes.list', {})).status).toBe(401)
    expect((await ann.visitor.get('/settings')).status).toBe(303)
    expect((await ann.visitor.submit('/signin', '/signin', { username: ann.account.username, password })).status).toBe(
      400,
    )
  })

  test('the data of each family count for their account, to the byte', async () => {
    const { account } = await busyAccount()
    const { store, storage } = server()
    await storage.fold()
    const counted = new Map((await storage.partsOf(account.id)).map(({ table, bytes }) => [table, bytes]))
    for (const { table, account: column } of families.flatMap(({ tables = [] }) => tables)) {
      const rows = await store.all(store.sql(table).where({ [column]: account.id }))
      expect([table, (counted.get(table) ?? 0) >= 200 * rows.length]).toEqual([table, true])
    }
    expect(counted.get('notes')).toBeGreaterThan(200)
    expect(await allOf(storage.recount())).toEqual([])
  })

  test('the archive holds every record of the account, readable, and nothing secret or of others', async () => {
    const [ann, ben] = [await busyAccount(), await busyAccount()]
    await ann.account.ok('notes.add', { title: 'Straße "quoted"', text: 'line\nline \u{1f600}' })
    await ben.account.ok('notes.add', { title: 'of ben', text: 'secret of ben' })
    const { store } = server()
    const { note } = await ann.account.ok('notes.add', { title: 'Of others', text: 'x' })
    await store.run(store.sql('notes').where({ id: note.id }).update({ by_others: true }))
    const answer = await download(ann.visitor)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=onedoor-${ann.account.username}.zip`)
    const files = unzip(Buffer.from(await answer.arrayBuffer()))
    const inRegistry = ownedTables.flatMap(({ archive }) => ('file' in archive ? [`${archive.file}.json`] : []))
    const stored = [...files.keys()].filter((name) => !name.endsWith('.json'))
    expect([...files.keys()].sort()).toEqual([...inRegistry, ...stored].sort())
    const { name, content } = exampleArguments('files.put') as { name: string; content: string }
    const [mailbox, ...inFolders] = stored
    expect(mailbox).toBe('mail.mbox')
    expect(inFolders).toEqual([
      expect.stringMatching(new RegExp(`^files/file_[0-9a-z]{26}/${name}$`)),
      expect.stringMatching(/^images\/(image_[0-9a-z]{26})\/\1\.png$/),
      'shell/work.tar',
    ])
    expect(files.get(inFolders[0] as string)).toBe(content)
    const { path, content: written } = exampleArguments('shell.write') as { path: string; content: string }
    expect(files.get('shell/work.tar')).toContain(`./${path}`)
    expect(files.get('shell/work.tar')).toContain(written)
    const read = (name: string) => JSON.parse(files.get(`${name}.json`) as string) as Record<string, unknown>[]
    expect(read('notes')).toContainEqual({
      id: expect.stringMatching(/^note_/),
      title: 'Straße "quoted"',
      text: 'line\nline \u{1f600}',
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
    })
    expect(read('notes').filter(({ by_others }) => by_others === true)).toMatchObject([{ title: 'Of others' }])
    expect(read('account')).toMatchObject([
      { id: ann.account.id, username: ann.account.username, namespace: 'onedoor' },
    ])
    expect(read('tokens')).toMatchObject([{ services: [], all_services: true, actions: true }])
    expect(read('ledger')).toHaveLength(3)
    for (const name of ['blog', 'bookmarks', 'contacts', 'docs', 'links', 'tasks'])
      expect([name, read(name).length > 0]).toEqual([name, true])
    const all = [...files.values()].join()
    expect(all).not.toContain('secret of ben')
    expect(all).not.toMatch(/argon2|sha256|_key"|_find"/)
  })

  test('the archive is complete even if an account has more than one page of rows', async () => {
    const { id, username } = await server().account()
    const { store } = server()
    const rows = Array.from({ length: 1201 }, (_, index) => {
      const name = `note_${String(index).padStart(26, '0')}`
      return { id: name, owner: id, title: name, title_key: name, text: 'x', created_at: 1, updated_at: 1 }
    })
    await store.write(async (tx) => {
      for (let at = 0; at < rows.length; at += 100) await tx.run(tx.sql('notes').insert(rows.slice(at, at + 100)))
    })
    const answer = await download(await new TestVisitor(server().url).signIn(username))
    const notes = JSON.parse(unzip(Buffer.from(await answer.arrayBuffer())).get('notes.json') as string) as {
      id: string
    }[]
    expect(notes.map((note) => note.id)).toEqual(rows.map((row) => row.id))
    await store.run(store.sql('notes').where({ owner: id }).delete())
  })

  async function download(visitor: TestVisitor): Promise<Response> {
    await visitor.submit('/settings/data', '/settings/export')
    await server().jobs.settle()
    const address = /href="(\/settings\/export\/export_\w+)"/.exec((await visitor.get('/settings/data')).html)?.[1]
    const answer = await visitor.raw(address ?? '')
    expect(answer.status).toBe(200)
    return answer
  }

  test('the only administrator who can sign in cannot be deleted while there are other accounts', async () => {
    const { store } = server()
    await store.run(store.sql('accounts').update({ is_admin: false }))
    const [ann, ben] = [await server().account(), await server().account()]
    const setAdmin = (id: string) => store.run(store.sql('accounts').where({ id }).update({ is_admin: true }))
    await setAdmin(ann.id)
    const visitor = await new TestVisitor(server().url).signIn(ann.username)
    const refused = await visitor.submit('/settings/data', '/settings/delete', { password })
    expect([refused.status, refused.html.includes('the only administrator')]).toEqual([400, true])
    await setAdmin(ben.id)
    const disable = (at: number | null) =>
      store.run(store.sql('accounts').where({ id: ben.id }).update({ disabled_at: at }))
    await disable(1)
    expect((await visitor.submit('/settings/data', '/settings/delete', { password })).status).toBe(400)
    await disable(null)
    expect((await visitor.submit('/settings/data', '/settings/delete', { password })).status).toBe(303)
  })
})
