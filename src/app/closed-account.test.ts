import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newDataDir } from '../testing/databases.ts'
import { startGoogleStandIn } from '../testing/google-stand-in.ts'
import { forEachServer, startTestServer } from '../testing/server.ts'
import { typeLine } from '../testing/typed-line.ts'
import { TestVisitor } from '../testing/visitor.ts'
import { families } from './families.ts'

/** A PNG of one pixel. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

forEachServer((server) => {
  test('the publications of an account are hidden as soon as it is closed, though its rows still exist', async () => {
    const ann = await server().account()
    const ben = await server().account()
    const { store, url } = server()
    const post = await ann.ok('blog.create', { title: 'A spring tide', content: 'All about it. '.repeat(9) })
    const { document: doc } = await ann.ok('docs.write', { title: 'Shared', content: 'Read me', public: true })
    const file = await ann.ok('files.put', { name: 'a.txt', content: 'hello' })
    await ann.ok('files.share', { id: file.id, public: true })
    const { shortURL } = await ann.ok('url.shorten', { destinationURL: 'https://ferries.example/' })
    const id = shortURL.slice(shortURL.lastIndexOf('/') + 1)
    const seen = async () => ({
      read: (await ben.call('blog.read', { id: post.id })).status,
      titled: (await ben.call('blog.read', { title: 'A spring tide' })).status,
      listed: (await ben.ok('blog.list', {})).items.some((each) => each.id === post.id),
      page: (await fetch(`${url}/blog/${post.id}`)).status,
      feed: (await (await fetch(`${url}/blog/feed.json`)).text()).includes(post.id),
      stream: (await (await fetch(`${url}/stream`)).text()).includes('A spring tide'),
      document: (await ben.call('docs.read', { id: doc.id })).status,
      file: (await fetch(`${url}/files/${file.id}`)).status,
      link: (await fetch(`${url}/u/${id}`, { redirect: 'manual' })).status,
      resolved: (await ben.call('url.resolve', { shortURL })).status,
    })
    await server().bus.settle()
    expect(await seen()).toEqual({
      ...{ read: 200, titled: 200, listed: true, page: 200, feed: true, stream: true },
      ...{ document: 200, file: 200, link: 302, resolved: 200 },
    })
    await store.run(store.sql('accounts').where({ id: ann.id }).update({ closed_at: 1, disabled_at: 1 }))
    const { url: described } = await import('../handlers/url/index.ts')
    await described.onAccountDeleted?.(ann.id, { store, bus: server().bus })
    await expect.poll(async () => (await seen()).link).toBe(410)
    expect(await seen()).toEqual({
      ...{ read: 400, titled: 400, listed: false, page: 404, feed: false, stream: false },
      ...{ document: 400, file: 404, link: 410, resolved: 404 },
    })
    expect(await store.all(store.sql('blog_posts').where({ owner: ann.id }))).toHaveLength(1)
  })

  test('so are pictures, apps, rooms, posts and the calendar; then everything is deleted', async () => {
    const [ann, ben] = [await server().account(), await server().account()]
    const { store, url, clock } = server()
    const image = await ann.ok('images.upload', { data: picture })
    await ann.ok('images.share', { id: image.id, public: true })
    const html = '<!doctype html><html><body>Hi</body></html>'
    const icon = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="8" height="8"/></svg>'
    const { slug, id: app } = await ann.ok('apps.create', { name: 'Heron watch', html, icon, public: true })
    const frame = /data-app="([^"]*)"/.exec(await (await fetch(`${url}/apps/${slug}`)).text())?.[1] as string
    const post = await ann.ok('blog.create', { title: 'Where herons stand', content: 'By the weir. '.repeat(9) })
    await server().bus.settle()
    await ben.ok('chat.send', { room: post.id, message: 'I saw one as well' })
    await ann.ok('chat.send', { room: 'topic_general', message: 'Seen from the bridge' })
    await ann.ok('chat.send', { room: `direct:${ben.username}`, message: 'Only for you' })
    const visitor = await new TestVisitor(url).signIn(ann.username)
    await visitor.submit('/social', '/social', { text: 'A heron at noon' })
    await visitor.submit('/settings/events', '/settings/events/feed', {})
    const { html: events } = await visitor.get('/settings/events')
    const calendar = /http:[^<\s]*\/calendar\/[\w-]+\.ics/.exec(events)
    const rooms = async () => (await ben.ok('chat.rooms', {})).items.map(({ id }) => id)
    const status = async (address: string, headers = {}) => (await fetch(address, { headers })).status
    let asked = 0
    const seen = async () => ({
      picture: await status(image.url),
      pictureRead: (await ben.call('images.get', { id: image.id })).status,
      pictureListed: (await ben.ok('images.list', { scope: 'public' })).items.some(({ id }) => id === image.id),
      app: await status(`${url}/apps/${slug}`),
      frame: await status(frame, { 'Sec-Fetch-Dest': 'iframe' }),
      icon: await status(`${url}/apps/${slug}/icon.svg`),
      appRead: (await ben.call('apps.read', { slug })).status,
      appForked: (await ben.call('apps.fork', { slug, new_slug: `mine-${++asked}` })).status,
      gallery: (await (await fetch(`${url}/apps`)).text()).includes('Heron watch'),
      archive: (await ben.ok('archive.list', { kind: 'post' })).items.some(({ id }) => id === post.id),
      room: (await rooms()).includes(post.id),
      roomRead: (await ben.call('chat.messages', { room: post.id })).status,
      direct: (await rooms()).some((id) => id.includes(ann.username)),
      said: JSON.stringify(await ben.ok('chat.messages', { room: 'topic_general' })).includes('Seen from the bridge'),
      posted: JSON.stringify(await ben.ok('social.list', {})).includes('A heron at noon'),
      calendar: await status(String(calendar?.[0])),
    })
    const all = { picture: 200, pictureRead: 200, pictureListed: true, app: 200, frame: 200, icon: 200, appRead: 200 }
    expect(await seen()).toEqual({
      ...all,
      ...{ appForked: 200, gallery: true, archive: true, room: true, roomRead: 200, direct: true },
      ...{ said: true, posted: true, calendar: 200 },
    })
    await store.run(store.sql('accounts').where({ id: ann.id }).update({ closed_at: 1, disabled_at: 1 }))
    const none = { picture: 404, pictureRead: 400, pictureListed: false, app: 404, frame: 404, icon: 404, appRead: 400 }
    expect(await seen()).toEqual({
      ...none,
      ...{ appForked: 400, gallery: false, archive: false, room: false, roomRead: 400, direct: false },
      ...{ said: false, posted: false, calendar: 404 },
    })
    expect(await store.all(store.sql('apps').where({ id: app }))).toHaveLength(1)
    clock.advance(3_600_000)
    await server().jobs.settle()
    await server().bus.settle()
    const left = async (table: string, column: string) =>
      (await store.all(store.sql(table).where({ [column]: ann.id }))).length
    const owned = ['images', 'apps', 'app_versions', 'event_feeds', 'blog_posts', 'blobs']
    expect(await Promise.all(owned.map((table) => left(table, 'owner')))).toEqual(owned.map(() => 0))
    expect(await left('chat_rooms', 'opener')).toBe(0)
    expect(await left('chat_messages', 'author')).toBe(0)
    expect(await left('accounts', 'id')).toBe(0)
  }, 30_000)
})

test('a deletion by command revokes the permissions of outside accounts, like one on the page', async () => {
  const standIn = await startGoogleStandIn()
  const dataDir = await newDataDir()
  const server = await startTestServer({ dataDir, settings: standIn.settings })
  try {
    const { username } = await server.account()
    const visitor = await new TestVisitor(server.url).signIn(username)
    const kind = families.flatMap(({ connects = [] }) => connects)[0]?.name ?? ''
    const sent = await visitor.submit('/settings/connections', '/settings/connections/connect', { kind })
    const back = await standIn.permit(sent.location as string)
    await visitor.get(`${back.pathname}${back.search}`)
    expect(standIn.isPermitted).toBe(true)
    const env = { DATA_DIR: dataDir, ...standIn.settings }
    const { code, err } = await typeLine(['account', 'delete', username, '--yes'], { env })
    expect([code, err.includes('No administrator is left'), standIn.isPermitted]).toEqual([0, false, false])
  } finally {
    await server.stop()
    await standIn.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
