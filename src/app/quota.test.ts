import { expect, test } from 'vitest'
import { forEachServer } from '../testing/server.ts'
import { TestVisitor } from '../testing/visitor.ts'

forEachServer(
  (server) => {
    const text = 'x'.repeat(100_000)

    /** An account that has filled its quota with notes. */
    async function fullAccount() {
      const account = await server().account()
      const refused = await (async () => {
        for (let count = 0; count < 20; count++) {
          const response = await account.call('notes.add', { title: `Note ${count}`, text })
          await server().storage.fold()
          if (response.status !== 200) return { response, count }
        }
        throw new Error('never refused')
      })()
      return { account, ...refused }
    }

    test('an account at its quota can add nothing in any family, but read and delete, and then continue', async () => {
      const { account, response, count } = await fullAccount()
      expect([response.status, response.body]).toEqual([
        400,
        {
          code: 'failed_precondition',
          error:
            'This would exceed the 1 MiB that an account may store (QUOTA_MIB). Nothing was stored. Delete something first.',
        },
      ])
      expect(count).toBe(10)
      const other = await server().account()
      await other.ok('notes.add', { title: 'Of another', text })
      const refused = { status: 400, body: { code: 'failed_precondition' } }
      expect(await account.fails('docs.write', { title: 'A', content: text })).toMatchObject(refused)
      expect(await account.fails('files.put', { name: 'a.txt', content: text })).toMatchObject(refused)
      expect(await account.fails('contacts.add', { name: 'A', note: text.slice(0, 5000) })).toMatchObject({
        status: 400,
      })
      expect((await account.ok('notes.list', {})).items).toHaveLength(count)
      const { id } = await account.ok('notes.get', { title: 'Note 3' })
      expect(await account.ok('notes.delete', { title: 'Note 3' })).toEqual({ id, deleted: true })
      await server().storage.fold()
      await account.ok('notes.add', { title: 'Again', text })
      expect((await server().account()).username).not.toBe(account.username)
    })

    test('stored responses count, and a full account can delete with a key as well', async () => {
      const account = await server().account()
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'first' }
      await account.send('notes.add', { body: JSON.stringify({ title: 'Keyed', text }), headers })
      await server().storage.fold()
      const parts = new Map((await server().storage.partsOf(account.id)).map(({ table, bytes }) => [table, bytes]))
      expect(parts.get('idempotency_keys')).toBeGreaterThan(text.length)
      const full = await fullAccount()
      const deleting = {
        body: JSON.stringify({ title: 'Note 1' }),
        headers: { ...headers, 'Idempotency-Key': 'second' },
      }
      expect((await full.account.send('notes.delete', deleting)).status).toBe(200)
      expect((await full.account.send('notes.delete', deleting)).headers.get('Idempotency-Replayed')).toBe('true')
    })

    test('the result of a free read is not stored, regardless of its verb', async () => {
      const account = await server().account()
      await account.ok('notes.add', { title: 'A', text })
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'read' }
      await account.send('docs.list', { method: 'POST', body: '{}', headers })
      await account.send('contacts.find', { method: 'POST', body: '{"query":"a"}', headers })
      const { store } = server()
      expect(await store.all(store.sql('idempotency_keys').where({ account_id: account.id }))).toEqual([])
    })

    test('the settings show the storage of an account and its quota, by service', async () => {
      const { account } = await fullAccount()
      const visitor = await new TestVisitor(server().url).signIn(account.username)
      expect((await visitor.get('/settings')).html).toMatch(/9\d\d KiB of 1 MiB/)
      const { html } = await visitor.get('/settings/data')
      expect(html).toMatch(/9\d\d KiB of 1 MiB used/)
      expect(html).toMatch(/<th[^>]*>notes<\/th><td[^>]*>9\d\d KiB/)
    })
  },
  { settings: { QUOTA_MIB: '1' } },
)
