import { describe, expect, test } from 'vitest'
import { serverForTests } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const server = serverForTests({ settings: { LIMIT_PUBLIC_WRITES_PER_HOUR: '3', QUOTA_MIB: '1' } })

async function signedIn() {
  const account = await server().account()
  return { account, visitor: await new TestVisitor(server().url).signIn(account.username) }
}

const texts = async () => (await server().anonymous.ok('social.list', {})).items.map(({ text }) => text)

describe('the pages of posts', () => {
  test('are public, without a form for a reader without an account', async () => {
    const reader = new TestVisitor(server().url)
    const { status, html, headers } = await reader.get('/social')
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ])
    expect([html.includes('<form'), html.includes('/signin?next=%2Fsocial')]).toEqual([false, true])
    expect((await reader.get('/')).html).toContain('href="/social"')
  })

  test('show posts as text, each in its own direction', async () => {
    const { visitor } = await signedIn()
    const text = '<script>alert(1)</script> "&" \u202eevil\nمرحبا'
    await visitor.submit('/social', '/social', { text })
    const { html } = await visitor.get('/social')
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('dir="auto">&lt;script&gt;alert(1)&lt;/script&gt; &quot;&amp;&quot; \u202eevil\nمرحبا</p>')
    expect(html.match(/<title>.*<\/title>/)?.[0]).toBe('<title>Social - Onedoor</title>')
    expect(await texts()).toContain(text)
  })

  test.each([
    ['no characters', '', 'must not be blank'],
    ['white space', ' \r\n\t\r\n ', 'must not be blank'],
    ['invisible characters', '\u200b\u2060\u202e', 'must not be blank'],
    ['501 characters', 'x'.repeat(501), 'must have at most 500 characters'],
    ['60,000 spaces', `a${' '.repeat(60_000)}b`, 'must have at most 500 characters'],
  ])('reject a post of %s, and show the text again', async (_what, text, reason) => {
    const { visitor } = await signedIn()
    const before = await texts()
    const rejected = await visitor.submit('/social', '/social', { text })
    expect([rejected.status, rejected.html.includes(`Your post ${reason}`)]).toEqual([400, true])
    if (text.startsWith('x')) expect(rejected.html).toContain(text)
    expect(await texts()).toEqual(before)
  })

  test('accept 500 characters of any kind', async () => {
    const { visitor } = await signedIn()
    expect((await visitor.submit('/social', '/social', { text: '🌳'.repeat(500) })).status).toBe(303)
    expect(await texts()).toContain('🌳'.repeat(500))
  })

  test('publish a form that is submitted twice once', async () => {
    const { visitor } = await signedIn()
    const form = { text: 'Only once, please.' }
    for (let time = 0; time < 2; time++)
      expect((await visitor.submit('/social', '/social', form)).location).toBe('/social?done=posted')
    expect((await texts()).filter((text) => text === form.text)).toHaveLength(1)
    server().clock.advance(60_000)
    await visitor.submit('/social', '/social', form)
    expect((await texts()).filter((text) => text === form.text)).toHaveLength(2)
  })

  test('publish the same text as a reply to another post', async () => {
    const [{ visitor: author }, { visitor }] = [await signedIn(), await signedIn()]
    const [first, second] = ['A first post.', 'A second post.']
    const { store } = server()
    const idOf = async (text: string) => {
      await author.submit('/social', '/social', { text })
      return (await store.get<{ id: string }>(store.sql('social_posts').select('id').where({ text })))?.id as string
    }
    const places = [`/social/${await idOf(first)}`, `/social/${await idOf(second)}`] as const
    const form = { text: 'Congratulations!' }
    for (const place of [places[0], places[1], places[1]]) await visitor.submit(place, place, form)
    const replies = await store.all<{ reply_to: string | null }>(
      store.sql('social_posts').select('reply_to').where(form).orderBy('id'),
    )
    expect(replies.map((each) => each.reply_to)).toEqual(places.map((place) => place.slice(8)))
  })

  test('reject forms of other sites and of people who have not signed in', async () => {
    const { visitor } = await signedIn()
    const before = await texts()
    const token = /csrf-token" content="([\w-]+)"/.exec((await visitor.get('/social')).html)?.[1] as string
    expect((await visitor.post('/social', { text: 'Forged.' })).status).toBe(403)
    expect((await visitor.post('/social', { text: 'Forged.', csrf_token: 'wrong' })).status).toBe(403)
    const elsewhere = { 'Sec-Fetch-Site': 'cross-site' }
    expect((await visitor.post('/social', { text: 'Forged.', csrf_token: token }, elsewhere)).status).toBe(403)
    const stranger = new TestVisitor(server().url)
    expect((await stranger.post('/social', { text: 'Forged.', csrf_token: token })).status).toBe(403)
    const signin = await stranger.get('/signin')
    const own = /csrf-token" content="([\w-]+)"/.exec(signin.html)?.[1] as string
    const led = await stranger.post('/social', { text: 'Too early.', csrf_token: own })
    expect([led.status, led.location]).toEqual([303, '/signin?next=%2Fsocial'])
    expect(await texts()).toEqual(before)
  })

  test('reject replies to a missing post, with a page', async () => {
    const { visitor } = await signedIn()
    const token = /csrf-token" content="([\w-]+)"/.exec((await visitor.get('/social')).html)?.[1] as string
    const { status, html } = await visitor.post('/social/social_none', { text: 'Hello?', csrf_token: token })
    expect([status, html.includes('This post does not exist')]).toEqual([404, true])
    expect((await visitor.get("/social/' or 1=1")).status).toBe(404)
  })

  test('count a post as a public write', async () => {
    const { visitor } = await signedIn()
    for (const text of ['one', 'two', 'three'])
      expect((await visitor.submit('/social', '/social', { text })).status).toBe(303)
    const rejected = await visitor.submit('/social', '/social', { text: 'four' })
    expect([rejected.status, rejected.html.includes('The limit of 3 public writes')]).toEqual([429, true])
    expect(rejected.html).toContain('four</textarea>')
  })

  test('reject a post of an account without storage left', async () => {
    const { account, visitor } = await signedIn()
    for (let count = 0; count < 10; count++)
      await account.ok('notes.add', { title: `Note ${count}`, text: 'x'.repeat(100_000) })
    const { body } = await account.fails('notes.add', { title: 'Too much', text: 'x'.repeat(100_000) })
    expect(body.error).toContain('QUOTA_MIB')
    const { store } = server()
    const [{ bytes } = { bytes: 0 }] = await store.all<{ bytes: number }>(
      store.sql('storage_use').where({ owner: account.id }).sum({ bytes: 'bytes' }),
    )
    await account.ok('notes.add', { title: 'The rest', text: 'x'.repeat(1_048_576 - Number(bytes) - 600) })
    const rejected = await visitor.submit('/social', '/social', { text: 'y'.repeat(500) })
    expect([rejected.status, rejected.html.includes('QUOTA_MIB')]).toEqual([400, true])
    expect(await texts()).not.toContain('y'.repeat(500))
  })
})
