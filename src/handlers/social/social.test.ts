import { describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import { insertRows } from '#testing/insert-rows.ts'
import { pagesByCursor } from '#testing/pages-by-cursor.ts'
import { forEachServer, type TestAccount } from '../../testing/server.ts'
import { TestVisitor } from '../../testing/visitor.ts'

forEachServer((server) => {
  interface Person {
    readonly account: TestAccount
    readonly visitor: TestVisitor
  }

  async function person(): Promise<Person> {
    const account = await server().account()
    return { account, visitor: await new TestVisitor(server().url).signIn(account.username) }
  }

  const list = (limit?: number) => server().anonymous.ok('social.list', limit === undefined ? {} : { limit })
  const clear = () => server().store.run(server().store.sql('social_posts').delete())

  /** Posts or replies a second after the last one. @returns the id */
  async function post({ visitor }: Person, text: string, on = '/social'): Promise<string> {
    server().clock.advance(1000)
    const { status, html } = await visitor.submit(on, on, { text })
    expect([status, status === 303 ? '' : html]).toEqual([303, ''])
    return (await list(1)).items[0]?.id as string
  }

  describe('social', () => {
    test('a post is listed for anyone, with its author and address, and archived', async () => {
      await clear()
      const ann = await person()
      const id = await post(ann, 'The tall ladder\r\nwas a mistake.  \r\n\r\n\r\n\r\nReally.')
      const published = (await list()).items[0]?.published as string
      const text = 'The tall ladder\nwas a mistake.\n\nReally.'
      expect(await list()).toEqual({
        items: [
          {
            id: expect.stringMatching(/^social_[0-9a-z]{26}$/),
            author: ann.account.username,
            text,
            url: `${server().url}/social/${id}`,
            source: 'onedoor',
            published,
          },
        ],
        total: 1,
      })
      const { bookmark } = await ann.account.ok('bookmarks.add', { ref: id })
      expect(bookmark).toMatchObject({ ref: id })
      expect((await server().anonymous.ok('archive.list', { kind: 'social', limit: 1 })).items).toMatchObject([
        { id, source: ann.account.username, url: `${server().url}/social/${id}`, published },
      ])
    })

    test('replies are listed among the posts, newest first, and shown below the post they reply to', async () => {
      await clear()
      const [ann, ben] = [await person(), await person()]
      const first = await post(ann, 'Who has a ladder?')
      const reply = await post(ben, 'I have.', `/social/${first}`)
      const deeper = await post(ann, 'Thank you!', `/social/${reply}`)
      expect((await list()).items.map(({ id, reply_to }) => [id, reply_to])).toEqual([
        [deeper, reply],
        [reply, first],
        [first, undefined],
      ])
      const { html } = await new TestVisitor(server().url).get(`/social/${first}`)
      expect([html.includes('I have.'), html.includes('Thank you!')]).toEqual([true, false])
      expect(await list(2)).toMatchObject({ items: [{ id: deeper }, { id: reply }], total: 3 })
    })

    test('only the author can delete a post; its replies stay', async () => {
      await clear()
      const [ann, ben] = [await person(), await person()]
      const first = await post(ann, 'Who has a ladder?')
      const reply = await post(ben, 'I have.', `/social/${first}`)
      const token = /csrf-token" content="([\w-]+)"/.exec((await ben.visitor.get('/social')).html)?.[1] as string
      const rejected = await ben.visitor.post(`/social/${first}/delete`, { csrf_token: token })
      const missing = await ben.visitor.post('/social/social_none/delete', { csrf_token: token })
      expect([rejected.status, rejected.html]).toEqual([404, missing.html])
      expect((await ben.visitor.get(`/social/${first}/delete`)).status).toBe(404)
      expect((await list()).total).toBe(2)
      const done = await ann.visitor.submit(`/social/${first}/delete`, `/social/${first}/delete`)
      expect(done.location).toBe('/social?done=deleted')
      expect((await list()).items).toMatchObject([{ id: reply, reply_to: first }])
      expect((await ann.visitor.get(`/social/${first}`)).status).toBe(404)
      await server().bus.settle()
      const { items } = await server().anonymous.ok('archive.list', { kind: 'social', limit: 1 })
      expect(items).toMatchObject([{ id: reply }])
    })

    test('the list and the page lead to all posts, each once, also if one is added meanwhile', async () => {
      await clear()
      const { id: owner, username } = await server().account()
      const { store, clock } = server()
      const rows = Array.from({ length: 520 }, (_, index) => ({
        id: `social_${String(index).padStart(26, '0')}`,
        owner,
        text: `Post ${index}.`,
        reply_to: null,
        // Each timestamp belongs to three posts.
        created_at: clock.now() - 1000 + Math.floor(index / 3),
        updated_at: 1,
      }))
      await insertRows(store, 'social_posts', rows)
      const newestFirst = rows.map(({ text }) => text).toReversed()
      const { items, total } = await list()
      expect([items.map(({ text }) => text), total]).toEqual([newestFirst.slice(0, 500), rows.length])
      let added = 0
      const pages = await pagesByCursor(async (from) => {
        const page = await server().anonymous.ok('social.list', { limit: 101, ...from })
        const late = { ...rows[0], id: `social_late_${added++}`, text: 'Late.', created_at: clock.now() }
        await insertRows(store, 'social_posts', [late])
        return page
      })
      expect(pages.flatMap((page) => page.items.map(({ text }) => text))).toEqual(newestFirst)
      await store.run(store.sql('social_posts').where({ text: 'Late.' }).delete())
      const seen: string[] = []
      const reader = new TestVisitor(server().url)
      for (let address: string | undefined = '/social'; address !== undefined; ) {
        const { html } = await reader.get(address)
        const page = [...html.matchAll(/>(Post \d+\.)</g)].map(([, text]) => text as string)
        expect(page.length).toBeLessThanOrEqual(50)
        seen.push(...page)
        address = /href="(\/social\?before=[^"]+)" rel="next"/.exec(html)?.[1]
      }
      expect(seen).toEqual(newestFirst)
      expect((await reader.get('/social?before=nonsense')).html).toContain(`>Post ${rows.length - 1}.<`)
      await store.run(store.sql('social_posts').where({ owner }).update({ reply_to: 'social_x', created_at: 5 }))
      await store.run(
        store.sql('social_posts').insert({ ...rows[0], id: 'social_x', text: `Of ${username}`, created_at: 1 }),
      )
      const replies: string[] = []
      for (let address: string | undefined = '/social/social_x'; address !== undefined; ) {
        const { html } = await reader.get(address)
        replies.push(...[...html.matchAll(/>(Post \d+\.)</g)].map(([, text]) => text as string))
        address = /href="(\/social\/social_x\?after=[^"]+)" rel="next"/.exec(html)?.[1]
      }
      expect(replies).toEqual(rows.map(({ text }) => text))
      await clear()
    })

    test('posts are hidden when their account is closed, and deleted with it', async () => {
      await clear()
      const ann = await person()
      const id = await post(ann, 'Mine.')
      const { store } = server()
      const close = (at: number | null) =>
        store.run(store.sql('accounts').where({ id: ann.account.id }).update({ closed_at: at }))
      await close(1)
      expect((await list()).items).toEqual([])
      expect((await new TestVisitor(server().url).get(`/social/${id}`)).status).toBe(404)
      await close(null)
      await ann.visitor.submit('/settings/data', '/settings/delete', { password: 'correct horse battery' })
      expect(await list()).toEqual({ items: [], total: 0 })
    })

    test.each([
      ['a limit of 0', { limit: 0 }, ['limit']],
      ['a limit over 500', { limit: 501 }, ['limit']],
      ['a limit that is not a number', { limit: 'all' }, ['limit']],
      ['a cursor that no page returned', { cursor: '1~x~social_1' }, ['cursor']],
      ['an unknown argument', { author: 'omar' }, ['author']],
    ])('%s is rejected', async (_what, args, paths) => {
      await expectFaults(server().anonymous, 'social.list', args, paths)
    })
  })
})
