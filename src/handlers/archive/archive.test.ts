import { describe, expect, test } from 'vitest'
import { publish } from '../../testing/publish.ts'
import { forEachServer } from '../../testing/server.ts'
import { clearArchive, trains } from './fixtures/archived.ts'
import { maxEntries } from './rows.ts'

const body = '## The mill pond\n\nEvery morning the **heron** has stood below the weir, one leg tucked up.'

forEachServer((server) => {
  async function posts(limit = 20) {
    await server().bus.settle()
    return server().anonymous.ok('archive.list', { kind: 'post', limit })
  }

  describe('archive', () => {
    test('a public post is archived under its own id, with snippet, author, time and address', async () => {
      await clearArchive(server())
      const ada = await server().account()
      const post = await ada.ok('blog.create', { content: body, title: 'The heron' })
      const found = await posts()
      expect(found).toEqual({
        items: [
          {
            id: post.id,
            kind: 'post',
            title: 'The heron',
            snippet: 'The mill pond Every morning the heron has stood below the weir, one leg tucked up.',
            url: expect.stringMatching(new RegExp(`^http://[^/]+/blog/${post.id}$`)),
            source: ada.username,
            published: post.created,
          },
        ],
        kinds: [{ kind: 'post', total: 1 }],
        text: `1 of 1 entries of the kind post, newest first:\n${post.id}, 2026-11-21, ${ada.username}: The heron`,
      })
      expect((await ada.ok('blog.update', { id: post.id, title: 'Two herons' })).created).toBe(post.created)
      expect((await posts()).items).toMatchObject([{ id: post.id, title: 'Two herons', published: post.created }])
      await ada.ok('blog.delete', { id: post.id })
      expect((await posts()).kinds).toEqual([{ kind: 'post', total: 0 }])
    })

    test('private posts are neither listed nor counted, for their author either, and one made private is removed', async () => {
      await clearArchive(server())
      const ada = await server().account()
      await ada.ok('blog.create', { content: body, title: 'Diary', private: true })
      const open = await ada.ok('blog.create', { content: body, title: 'Open' })
      expect((await posts()).kinds).toEqual([{ kind: 'post', total: 1 }])
      const now = { ...trains, id: open.id, snippet: '', author: ada.username, public: false }
      await publish(server(), 'blog.updated', now, { account: ada.id, key: open.id })
      expect((await ada.ok('archive.list', { kind: 'post' })).items).toEqual([])
      expect(await ada.ok('archive.list', {})).toEqual({ items: [], kinds: [], text: 'The archive is empty.' })
    })

    test('an item is found by its id at once, before anybody has delivered it', async () => {
      const ada = await server().account()
      const post = await ada.ok('blog.create', { content: body, title: 'The heron' })
      expect((await ada.ok('bookmarks.add', { ref: post.id })).bookmark).toMatchObject({ kind: 'post', ref: post.id })
    })

    test('of each kind the newest 10,000 are kept', async () => {
      await clearArchive(server())
      const { store } = server()
      const row = (index: number) => ({
        id: `news_${String(index).padStart(5, '0')}`,
        kind: 'news',
        title: 't',
        snippet: 's',
        text: 't',
        source: 's',
        published_at: index,
      })
      const rows = Array.from({ length: maxEntries }, (_, index) => row(index))
      await store.write(async (tx) => {
        for (let at = 0; at < rows.length; at += 100)
          await tx.run(tx.sql('archive_entries').insert(rows.slice(at, at + 100)))
        await tx.run(tx.sql('archive_entries').insert({ ...row(1), id: 'video_1', kind: 'video' }))
      })
      await publish(server(), 'news.published', trains)
      expect((await server().anonymous.ok('archive.list', {})).kinds).toEqual([
        { kind: 'news', total: maxEntries },
        { kind: 'video', total: 1 },
      ])
      const left = await store.all(store.sql('archive_entries').whereIn('id', ['news_00000', 'news_00001', trains.id]))
      expect(left).toHaveLength(2)
      await clearArchive(server())
    })

    test('nothing of a deleted account remains', async () => {
      await clearArchive(server())
      const ada = await server().account()
      await ada.ok('blog.create', { content: body, title: 'Mine' })
      expect((await posts()).items).toHaveLength(1)
      await server().store.run(server().store.sql('accounts').where({ id: ada.id }).delete())
      expect((await posts()).items).toEqual([])
    })
  })
})
