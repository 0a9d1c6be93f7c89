import { describe, expect, test } from 'vitest'
import { publish } from '../../testing/publish.ts'
import { forEachServer } from '../../testing/server.ts'

const trains = {
  id: 'news_01k9y1f4g6h8j0k2m4n6p8q0r2',
  title: 'Night trains return to the Alps this winter',
  text: `Three operators reopen sleeper routes.\n\n${'With cars for bicycles. '.repeat(700)}`,
  url: 'https://news.example/travel/night-trains-alps#top',
  source: 'Example News',
  published: Date.parse('2026-11-21T08:55:00Z'),
}

forEachServer((server) => {
  describe('bookmarks of archived items', () => {
    test('an article is saved by its id, with what the archive says of it, and read with its text', async () => {
      await publish(server(), 'news.published', trains)
      const ada = await server().account()
      const saved = await ada.ok('bookmarks.add', { ref: trains.id, title: 'ignored', note: 'For January.' })
      const now = new Date(server().clock.now()).toISOString()
      expect(saved).toEqual({
        bookmark: {
          id: expect.stringMatching(/^bookmark_/),
          kind: 'article',
          url: 'https://news.example/travel/night-trains-alps',
          title: trains.title,
          source: 'Example News',
          ref: trains.id,
          excerpt: trains.text.slice(0, 2000),
          note: 'For January.',
          created: now,
          updated: now,
        },
        is_new: true,
      })
      const { id } = saved.bookmark
      const head = `${trains.title}\nhttps://news.example/travel/night-trains-alps`
      expect((await ada.ok('bookmarks.get', { id })).text).toBe(
        `${head}\n\n${trains.text.slice(0, 12_000)}\n\nNote: For January.`,
      )
      expect((await ada.ok('bookmarks.list', { query: 'bicycles', kind: 'article' })).total).toBe(1)
      expect((await ada.ok('bookmarks.list', { kind: 'link' })).total).toBe(0)
      const again = await ada.ok('bookmarks.add', { ref: trains.id, note: 'another' })
      expect([again.is_new, again.bookmark]).toEqual([false, saved.bookmark])
      await publish(server(), 'news.withdrawn', { id: trains.id })
      expect((await ada.ok('bookmarks.get', { id })).text).toBe(
        `${head}\n\n${trains.text.slice(0, 2000)}\n\nNote: For January.`,
      )
    })

    test('a link that was saved before takes its title from the archive and keeps id, note and age', async () => {
      await publish(server(), 'videos.published', {
        ...trains,
        id: 'video_1',
        text: 'A ride in the snow.',
        source: 'Rails',
      })
      const ada = await server().account()
      const link = await ada.ok('bookmarks.add', { url: trains.url, title: 'Trains', note: 'Mine' })
      server().clock.advance(1000)
      const { bookmark, is_new: isNew } = await ada.ok('bookmarks.add', { ref: 'video_1', note: 'other' })
      expect(isNew).toBe(false)
      expect(bookmark).toEqual({
        ...link.bookmark,
        kind: 'video',
        title: trains.title,
        source: 'Rails',
        ref: 'video_1',
        excerpt: 'A ride in the snow.',
        updated: new Date(server().clock.now()).toISOString(),
      })
      expect((await ada.ok('bookmarks.add', { url: trains.url, title: 'Trains' })).bookmark).toEqual(bookmark)
      expect((await ada.ok('bookmarks.get', { id: bookmark.id })).text).toContain(
        'A ride in the snow.\n\nThis is the description of the video, not a transcript.\n\nNote: Mine',
      )
    })

    test('an item of another kind is saved as a link, and one without an address is refused', async () => {
      const quote = { ...trains, id: 'market_BTC', title: 'Bitcoin', text: '$91,250.10' }
      await publish(server(), 'markets.priced', { ...quote, url: 'https://coins.example/btc' })
      await publish(server(), 'prayer.reminded', { ...quote, id: 'reminder_1', url: undefined })
      const ada = await server().account()
      expect((await ada.ok('bookmarks.add', { ref: 'market_BTC' })).bookmark).toMatchObject({
        kind: 'link',
        ref: 'market_BTC',
        excerpt: '$91,250.10',
      })
      const { status, body } = await ada.fails('bookmarks.add', { ref: 'reminder_1' })
      expect([status, body.code]).toEqual([400, 'failed_precondition'])
    })

    test("another's private post is the same as one that does not exist, and so is what is not in the archive", async () => {
      const [ada, bob] = [await server().account(), await server().account()]
      const content = 'Every morning the heron has stood below the weir, one leg tucked up.'
      const secret = await ada.ok('blog.create', { content, private: true })
      const note = await ada.ok('notes.add', { title: 'x', text: 'y' })
      const messages = new Set<string>()
      for (const ref of [secret.id, note.note.id, 'post_01k9y6d4f6g8h0j2k4m6n8p0q2']) {
        const { status, body } = await bob.fails('bookmarks.add', { ref })
        expect([status, body.code]).toEqual([400, 'not_found'])
        messages.add(body.error.replace(ref, ''))
      }
      expect(messages.size).toBe(1)
    })
  })
})
