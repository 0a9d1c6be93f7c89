import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { newDataDir } from '../testing/databases.ts'
import { startGoogleStandIn } from '../testing/google-stand-in.ts'
import { forEachServer, startTestServer } from '../testing/server.ts'
import { typeLine } from '../testing/typed-line.ts'
import { TestVisitor } from '../testing/visitor.ts'
import { families } from './families.ts'

forEachServer((server) => {
  test('what an account has published is hidden from the moment it is closed, though its rows are still there', async () => {
    const ann = await server().account()
    const ben = await server().account()
    const { store, url } = server()
    const post = await ann.ok('blog.create', { title: 'A tide of its own', content: 'All about it. '.repeat(9) })
    const { document: doc } = await ann.ok('docs.write', { title: 'Shared', content: 'Read me', public: true })
    const file = await ann.ok('files.put', { name: 'a.txt', content: 'hello' })
    await ann.ok('files.share', { id: file.id, public: true })
    const { shortURL } = await ann.ok('url.shorten', { destinationURL: 'https://ferries.example/' })
    const id = shortURL.slice(shortURL.lastIndexOf('/') + 1)
    const seen = async () => ({
      read: (await ben.call('blog.read', { id: post.id })).status,
      titled: (await ben.call('blog.read', { title: 'A tide of its own' })).status,
      listed: (await ben.ok('blog.list', {})).items.some((each) => each.id === post.id),
      page: (await fetch(`${url}/blog/${post.id}`)).status,
      feed: (await (await fetch(`${url}/blog/feed.json`)).text()).includes(post.id),
      stream: (await (await fetch(`${url}/stream`)).text()).includes('A tide of its own'),
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
    await described.farewell?.(ann.id, { store, bus: server().bus })
    await expect.poll(async () => (await seen()).link).toBe(410)
    expect(await seen()).toEqual({
      ...{ read: 400, titled: 400, listed: false, page: 404, feed: false, stream: false },
      ...{ document: 400, file: 404, link: 410, resolved: 404 },
    })
    expect(await store.all(store.sql('blog_posts').where({ owner: ann.id }))).toHaveLength(1)
  })
})

test('a deletion by command withdraws what the account had permitted outside, as one on the page does', async () => {
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
