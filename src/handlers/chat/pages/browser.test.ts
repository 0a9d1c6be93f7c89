import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForTests, phone, screens, signInByForm, viewer } from '#testing/browser.ts'
import { serverForTests, type TestAccount } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'

const wait = { timeout: 15_000, interval: 50 }
const content = 'The lapwings are back on the north field, forty of them, and they do not mind the tractor at all.'
const markup = '<img src=x onerror="document.title=1"> & "quotes"\n  kept  as typed'

const open = browserForTests()
const server = serverForTests()

const addressOf = (room: string) => `/chat?${new URLSearchParams({ room })}`
const directTo = (one: TestAccount, two: TestAccount) => `direct:${[one.username, two.username].sort().join(':')}`

async function signedIn(room: string, heading: string, options: BrowserContextOptions = {}) {
  const account = await server().account()
  const { page } = await open(options)
  const next = encodeURIComponent(addressOf(room))
  await signInByForm(page, `${server().url}/signin?next=${next}`, account.username, heading)
  return { account, page }
}

const textsOn = (page: Page) => page.locator('#messages .typed').allTextContents()

async function write(page: Page, text: string) {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

describe('the page of the chat', () => {
  test('lets two people talk: messages appear on both pages, and unread ones are counted', async () => {
    const ada = await signedIn('topic_general', 'General')
    const bob = await signedIn('topic_general', 'General', phone)
    await write(ada.page, 'Good morning')
    await expect.poll(() => textsOn(bob.page), wait).toEqual(['Good morning'])
    await bob.page.getByLabel('Message', { exact: true }).fill(markup)
    await bob.page.getByLabel('Message', { exact: true }).press('Enter')
    for (const { page } of [ada, bob]) await expect.poll(() => textsOn(page), wait).toEqual(['Good morning', markup])
    expect(await bob.page.getByLabel('Message', { exact: true }).inputValue()).toBe('')
    expect(await ada.page.locator('#messages .by b').allTextContents()).toEqual([
      ada.account.username,
      bob.account.username,
    ])
    await ada.page.reload()
    expect(await textsOn(ada.page)).toEqual(['Good morning', markup])
    // A conversation that begins while the page is open is read when it is opened.
    await bob.account.ok('chat.send', { room: `direct:${ada.account.username}`, message: 'Just for you' })
    await ada.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    const entry = ada.page.getByRole('link', { name: bob.account.username })
    await expect.poll(() => entry.textContent(), wait).toContain('1 new')
    await entry.click()
    await ada.page.getByRole('heading', { level: 1, name: bob.account.username }).waitFor()
    expect(await textsOn(ada.page)).toEqual(['Just for you'])
    const room = directTo(ada.account, bob.account)
    const unread = async () => (await ada.account.ok('chat.rooms', {})).items.find(({ id }) => id === room)?.unread
    expect(await unread()).toBe(0)
    await bob.account.ok('chat.send', { room, message: 'And more' })
    await expect.poll(() => textsOn(ada.page), wait).toEqual(['Just for you', 'And more'])
    await expect.poll(unread, wait).toBe(0)
  }, 60_000)

  test('shows messages posted while disconnected, and reports when access is lost', async () => {
    const ada = await signedIn('topic_books', 'Books')
    const bob = await server().account()
    await ada.page.context().setOffline(true)
    await bob.ok('chat.send', { room: 'topic_books', message: 'missed' })
    await ada.page.context().setOffline(false)
    await bob.ok('chat.send', { room: 'topic_books', message: 'seen' })
    await expect.poll(() => textsOn(ada.page), wait).toEqual(['missed', 'seen'])
    const { id } = await bob.ok('groups.create', { name: 'Orchard' })
    await bob.ok('groups.update', { id, action: 'invite', account: ada.account.username })
    await ada.account.ok('groups.update', { id, action: 'accept' })
    await ada.page.goto(`${server().url}${addressOf(id)}`)
    await bob.ok('chat.send', { room: id, message: 'in the group' })
    await expect.poll(() => textsOn(ada.page), wait).toEqual(['in the group'])
    await bob.ok('groups.update', { id, action: 'remove', account: ada.account.username })
    await ada.page.getByText('You can no longer follow this room').waitFor()
  }, 60_000)

  test('works without scripts on a phone, with a form that reloads the page', async () => {
    const options = { javaScriptEnabled: false, ...phone }
    const { account, page } = await signedIn('topic_cooking', 'Cooking', options)
    const bob = await server().account()
    await write(page, 'Soup\nor fish?')
    await page.waitForURL(/topic_cooking#message$/)
    expect(await textsOn(page)).toEqual(['Soup\nor fish?'])
    await bob.ok('chat.send', { room: 'topic_cooking', message: 'Fish' })
    await page.goto(`${server().url}${addressOf('topic_cooking')}`)
    expect(await textsOn(page)).toEqual(['Soup\nor fish?', 'Fish'])
    await page.getByRole('link', { name: 'All rooms' }).click()
    await page.getByLabel('Write to').fill(`@${bob.username.toUpperCase()}`)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { level: 1, name: bob.username }).waitFor()
    await write(page, 'Hello')
    await page.getByText('Hello').waitFor()
    expect((await bob.ok('chat.messages', { room: `direct:${account.username}` })).messages).toMatchObject([
      { text: 'Hello' },
    ])
  }, 60_000)

  test('shows visitors only public rooms, without a form', async () => {
    const [ada, bob] = [await server().account(), await server().account()]
    await ada.ok('chat.send', { room: 'topic_music', message: 'In public' })
    await ada.ok('chat.send', { room: `direct:${bob.username}`, message: 'In private' })
    const post = await ada.ok('blog.create', { content, title: 'My secret diary', private: true })
    const visitor = new TestVisitor(server().url)
    const list = await visitor.get('/chat')
    expect(list.html).toContain('Music')
    expect(list.html).not.toContain(ada.username)
    const room = await visitor.get(addressOf('topic_music'))
    expect([room.status, room.html.includes('In public'), room.html.includes('Sign in</a> to write')]).toEqual([
      200,
      true,
      true,
    ])
    const seen = [directTo(ada, bob), post.id, 'topic_none', 'group_x', `direct:${bob.username}`]
    const pages = await Promise.all(seen.map((id) => visitor.get(addressOf(id))))
    expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([404]))
    expect(new Set(pages.map(({ html }) => html.replace(/<nav.*?<\/nav>/s, ''))).size).toBe(1)
    const forged = await visitor.post('/chat', { room: 'topic_music', message: 'forged' })
    expect(forged.status).toBe(403)
    const eve = await new TestVisitor(server().url).signIn((await server().account()).username)
    expect((await eve.get(addressOf(directTo(ada, bob)))).status).toBe(404)
    expect((await eve.post('/chat', { room: 'topic_music', message: 'forged' })).status).toBe(403)
  })

  test('shows why a message was not sent, with its text; and links to earlier messages', async () => {
    const ada = await server().account()
    for (let index = 0; index < 103; index++)
      await ada.ok('chat.send', { room: 'topic_technology', message: `m${index}` })
    const visitor = await new TestVisitor(server().url).signIn(ada.username)
    const address = addressOf('topic_technology')
    const rejected = await visitor.submit(address, '/chat', {
      room: 'topic_technology',
      message: 'ring \u0007 the bell',
    })
    expect(rejected.status).toBe(400)
    expect(rejected.html).toMatch(/role="alert".*control characters.*>ring . the bell<\/textarea>/s)
    const link = /<a rel="prev" href="([^"]+)">/.exec((await visitor.get(address)).html)?.[1] as string
    const earlier = await visitor.get(link.replaceAll('&amp;', '&'))
    expect([...earlier.html.matchAll(/class="typed">(\w+)</g)].map(([, text]) => text)).toEqual(['m0', 'm1', 'm2'])
    expect(earlier.html).toContain('Latest messages')
    expect((await visitor.get(`${address}&before=chat_none`)).status).toBe(404)
    const marked = await visitor.postJson('/chat', '/chat', { room: 7, read: {} }).catch((failure: unknown) => failure)
    expect(marked).toBeInstanceOf(SyntaxError)
  })

  test('of an encrypted group explains why nothing can be written', async () => {
    const ada = await server().account()
    const { id } = await ada.ok('groups.create', { name: 'Sealed', encrypted: true })
    const visitor = await new TestVisitor(server().url).signIn(ada.username)
    const { html } = await visitor.get(addressOf(id))
    expect(html).toContain('end-to-end encryption')
    expect(html).not.toContain('<textarea')
  })

  test.each(screens)(
    'is accessible and fits %s',
    async (name, options) => {
      const { account, page } = await signedIn('topic_gardening', 'Gardening', options)
      const look = viewer(page, `chat ${name}`)
      const bob = await server().account()
      for (const [by, text] of [
        [
          bob,
          'Is it too late to plant tulips? https://garden.example/a/very/long/address/that/does/not/break/anywhere/at/all',
        ],
        [account, 'Not until the ground freezes.\n\nMind the voles.'],
        [bob, 'averyverylongword'.repeat(12)],
        [bob, 'Thank you!'],
      ] as const)
        await by.ok('chat.send', { room: 'topic_gardening', message: text })
      await bob.ok('chat.send', {
        room: `direct:${account.username}`,
        message: 'Can you lend me the long ladder on Sunday?',
      })
      await account.ok('groups.create', { name: `Orchard committee, ${'and what else it does '.repeat(3)}` })
      await page.goto(`${server().url}${addressOf('topic_gardening')}`)
      await look('room')
      await page.goto(`${server().url}/chat`)
      await look('list')
    },
    60_000,
  )
})
