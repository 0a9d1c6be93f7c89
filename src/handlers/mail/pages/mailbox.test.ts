import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserForTests, screens, signInByForm, viewer } from '#testing/browser.ts'
import { newDataDir } from '#testing/databases.ts'
import { startDns } from '#testing/dns-server.ts'
import { freePort } from '#testing/loopback.ts'
import { startTestServer, type TestAccount, type TestServer } from '#testing/server.ts'
import { bring, lines } from '#testing/smtp-client.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { unzip } from '#testing/zip.ts'

const domain = 'mail.example.org'
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const open = browserForTests({ mayLogErrors: true })

let server: TestServer
let port: number
let dns: Awaited<ReturnType<typeof startDns>>
/** Requests by which the sender of a newsletter sees who reads it. */
let tracker: Server
const seen: string[] = []
/** Connections to the sender, including those without a request. */
let connections = 0

beforeAll(async () => {
  port = await freePort()
  tracker = createServer((req, res) => {
    seen.push(req.url ?? '')
    res.setHeader('Content-Type', 'image/png').end(Buffer.from(pixel, 'base64'))
  })
  tracker.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => tracker.listen(0, '127.0.0.1', resolve))
  dns = await startDns({})
  server = await startTestServer({
    dataDir: await newDataDir(),
    settings: { MAIL_DOMAIN: domain, MAIL_PORT: String(port), MAIL_HOST: '127.0.0.1', MAIL_DNS_SERVERS: dns.address },
  })
})
afterAll(async () => {
  await server?.stop()
  await dns?.close()
  tracker?.closeAllConnections()
  tracker?.close()
})

function newsletter(name: string): string {
  const sender = `http://127.0.0.1:${(tracker.address() as AddressInfo).port}`
  return lines(
    'From: Lampen Huys <service@lampen.example>',
    `To: ${name}@${domain}`,
    'Subject: Your lamp is on its way',
    `Message-ID: <${name}@lampen.example>`,
    'Content-Type: multipart/mixed; boundary=B',
    '',
    '--B',
    'Content-Type: text/html; charset=utf-8',
    '',
    `<h1>On its way</h1><p>Order 40127 has left our workshop.<script>top.document.title='broken in'</script></p>`,
    `<img src="${sender}/${name}.png" alt="tracked"><img src="cid:own" alt="own">`,
    `<iframe src="${sender}/frame"></iframe><object data="${sender}/object"></object><link rel="preconnect" href="${sender}">`,
    '<meta http-equiv="refresh" content="0;url=/notes"><form action="/mail"><input name="x"></form><a href="https://lampen.example/">Shop</a>',
    '--B',
    'Content-Type: image/png; name=own.png',
    'Content-ID: <own>',
    'Content-Transfer-Encoding: base64',
    '',
    pixel,
    '--B',
    'Content-Type: application/pdf; name="invoice 40127.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from('a bill').toString('base64'),
    '--B--',
  )
}

async function signedIn(account: TestAccount, options: BrowserContextOptions = {}) {
  const { page } = await open(options)
  await signInByForm(page, `${server.url}/signin?next=/mail`, account.username, 'Mail')
  return { page }
}

describe('the mail page', () => {
  test.each(screens)('shows the inbox, a thread and a form, %s', async (name, options) => {
    const [ada, bob] = [await server.account(), await server.account()]
    await bob.ok('mail.send', { to: `${ada.username}+boat`, subject: 'The boat', body: 'Shall we?\n<b>as typed</b>' })
    expect(
      await bring(port, {
        from: 'service@lampen.example',
        to: [`${ada.username}@${domain}`],
        data: newsletter(ada.username),
      }),
    ).toMatch(/^250/)
    const { page } = await signedIn(ada, options)
    const look = viewer(page, `mail ${name}`, options)
    expect(await page.locator('.messages .who').allTextContents()).toEqual(['Lampen Huys', bob.username])
    expect(await page.getByRole('link', { name: 'Inbox, 2 new' }).count()).toBe(1)
    await look('inbox')
    await page.getByText('The boat').click()
    expect(await page.locator('.typed').textContent()).toBe('Shall we?\n<b>as typed</b>')
    await page.getByRole('link', { name: 'Reply' }).click()
    await page.getByLabel('Message').fill('We shall.')
    await look('form')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.locator('.message').nth(1).waitFor()
    expect(await page.getByRole('status').textContent()).toBe(`Your message was delivered to ${bob.username}.`)
    expect(await page.locator('.typed').allTextContents()).toEqual(['Shall we?\n<b>as typed</b>', 'We shall.'])
    await look('thread')
    expect((await bob.ok('mail.inbox', {})).items.map(({ subject, snippet }) => [subject, snippet])).toEqual([
      ['Re: The boat', 'We shall.'],
    ])
    await page.goto(`${server.url}/mail?q=workshop`)
    expect(await page.locator('.messages .subject').allTextContents()).toEqual(['Your lamp is on its way'])
    await page.goto(`${server.url}/mail?folder=sent`)
    expect(await page.locator('.messages .who').allTextContents()).toEqual([`To ${bob.username}`])
    await page.goto(`${server.url}/mail`)
    await page.getByText('Your lamp is on its way').click()
    await page.getByRole('link', { name: 'Delete' }).click()
    const question = 'Delete Your lamp is on its way, from Lampen Huys? This cannot be undone.'
    expect(await page.locator('main').innerText()).toContain(question)
    await look('deletion')
    await page.getByRole('link', { name: 'Keep it' }).click()
    await page.getByRole('link', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the message permanently' }).click()
    expect(await page.getByRole('status').textContent()).toBe('The message was deleted.')
    expect(await page.locator('.messages .who').allTextContents()).toEqual([bob.username])
  })

  test('shows HTML from outside without scripts and forms, and its pictures only on request', async () => {
    const ada = await server.account()
    await bring(port, {
      from: 'service@lampen.example',
      to: [`${ada.username}@${domain}`],
      data: newsletter(ada.username),
    })
    const { page } = await signedIn(ada)
    seen.length = 0
    connections = 0
    await page.getByText('Your lamp is on its way').click()
    const frame = page.frameLocator('iframe.body')
    await frame.getByRole('heading', { name: 'On its way' }).waitFor()
    expect(await page.title()).not.toContain('broken')
    expect(
      await frame.locator('img[alt=own]').evaluate((picture: { naturalWidth?: number }) => picture.naturalWidth),
    ).toBe(1)
    expect([seen, connections]).toEqual([[], 0])
    expect(page.frames().map((each) => new URL(each.url()).pathname)).toEqual([
      '/mail',
      expect.stringMatching(/^\/mail\/frame\/mail_/),
    ])
    await viewer(page, 'mail foreign', {})('message')
    await page.getByRole('link', { name: 'Show pictures' }).click()
    await frame.getByRole('heading', { name: 'On its way' }).waitFor()
    await expect.poll(() => seen).toEqual([`/${ada.username}.png`])
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'invoice 40127.pdf' }).click()
    expect((await download).suggestedFilename()).toBe('invoice 40127.pdf')
  })

  test('shows nothing to visitors, and nobody the mail of others', async () => {
    const [ada, bob] = [await server.account(), await server.account()]
    await bring(port, {
      from: 'service@lampen.example',
      to: [`${ada.username}@${domain}`],
      data: newsletter(ada.username),
    })
    const id = (await ada.ok('mail.inbox', {})).items[0]?.id ?? ''
    const stranger = new TestVisitor(server.url)
    expect((await stranger.get('/mail')).html).toContain('Sign in to read and write mail.')
    const frame = `/mail/frame/${id}`
    const as = (account: TestAccount) => ({ headers: { Authorization: `Bearer ${account.token}` } })
    expect((await fetch(`${server.url}${frame}`)).status).toBe(400)
    expect((await fetch(`${server.url}${frame}`, as(bob))).status).toBe(400)
    const own = await fetch(`${server.url}${frame}`, as(ada))
    expect([own.status, own.headers.get('content-security-policy')]).toEqual([
      200,
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    ])
    const { cookie } = await bob.inBrowser()
    expect((await fetch(`${server.url}/mail?id=${id}`, { headers: { Cookie: cookie } })).status).toBe(404)
  })

  test('a message that cannot be read now leaves a sentence in its frame', async () => {
    const ada = await server.account()
    const to = [`${ada.username}@${domain}`]
    await bring(port, { from: 'service@lampen.example', to, data: newsletter(ada.username) })
    const id = (await ada.ok('mail.inbox', {})).items[0]?.id ?? ''
    const { store } = server
    const tooLarge = { raw_bytes: 200 * 1024 * 1024 }
    await store.run(store.sql('mail_messages').where({ id }).update(tooLarge))
    const headers = { Authorization: `Bearer ${ada.token}` }
    const frame = await fetch(`${server.url}/mail/frame/${id}`, { headers })
    expect([frame.status, frame.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    expect(frame.headers.get('retry-after')).toBe('10')
    expect(frame.headers.get('content-security-policy')).toContain('sandbox')
    expect(await frame.text()).toContain('<p>Too many messages are being read. Try again in a moment.</p>')
  })

  test('a reply goes to where its message asks for replies, which the page says', async () => {
    const ada = await server.account()
    const head = ['From: Ann <ann@lampen.example>', 'Subject: Lamp', 'Reply-To: <desk@huys.example>, <b@huys.example>']
    const data = lines(...head, '', 'Which one?')
    await bring(port, { from: 'ann@lampen.example', to: [`${ada.username}@${domain}`], data })
    const [message] = (await ada.ok('mail.inbox', {})).items
    const visitor = await new TestVisitor(server.url).signIn(ada.username)
    expect((await visitor.get(`/mail?id=${message?.id}`)).html).toContain(
      'replies go to desk@huys.example, b@huys.example',
    )
    const said = 'The message is from ann@lampen.example and asks for replies to desk@huys.example, b@huys.example.'
    const form = `/mail?write=&reply=${message?.id}`
    const { html } = await visitor.get(form)
    expect(html).toMatch(/<input[^>]* name="to"[^>]* value="desk@huys\.example"/)
    expect(html).toContain(said)
    const refused = await visitor.submit(form, '/mail', { to: '', subject: 'x', body: 'x', reply: message?.id ?? '' })
    expect([refused.status, refused.html]).toEqual([400, expect.stringContaining(said)])
    await visitor.submit(form, '/mail', { to: 'desk@huys.example', subject: 'x', body: 'x', reply: message?.id ?? '' })
    expect((await visitor.get('/mail?folder=sent')).html).toContain('To desk@huys.example')
  })

  test('after sending, a notice says whether the message is on its way, as long as that is so', async () => {
    const ada = await server.account()
    const visitor = await new TestVisitor(server.url).signIn(ada.username)
    dns.names['later.example'] = 'fails'
    const message = { to: 'x@later.example', subject: 'Hello', body: 'x' }
    const shown = (await visitor.submit('/mail?write', '/mail', message)).location ?? ''
    const notice = 'Your message to x@later.example is on its way.'
    expect((await visitor.get(shown)).html).toContain(`<p class="notice" role="status">${notice}</p>`)
    await server.jobs.settle()
    expect((await visitor.get(shown)).html).toContain(notice)
    delete dns.names['later.example']
    server.clock.advance(60_000)
    await server.jobs.settle()
    const { html } = await visitor.get(shown)
    expect(html).not.toContain('class="notice"')
    expect(html).toContain('The domain later.example does not exist.')
  })

  test('a message is deleted only after confirmation, and only by its owner', async () => {
    const [ada, bob] = [await server.account(), await server.account()]
    dns.names['later.example'] = 'fails'
    const { id } = await ada.ok('mail.send', { to: 'x@later.example', subject: '<Plan>', body: 'x' })
    const page = `/mail?id=${id}&delete=`
    const other = await new TestVisitor(server.url).signIn(bob.username)
    expect((await other.get(page)).status).toBe(404)
    expect((await other.submit('/mail?write', '/mail', { action: 'delete', id })).location).toBe('/mail')
    const visitor = await new TestVisitor(server.url).signIn(ada.username)
    const { html } = await visitor.get(page)
    expect(html).toContain('Delete <b>&lt;Plan&gt;</b>, to x@later.example? This cannot be undone.')
    expect(html).toContain('It has not been delivered yet, and deleting it stops further attempts.')
    expect((await ada.ok('mail.source', { id })).id).toBe(id)
    expect((await visitor.submit(page, '/mail')).location).toBe('/mail?done=deleted')
    expect((await ada.fails('mail.source', { id })).body.code).toBe('not_found')
    expect((await visitor.get('/mail?done=deleted')).html).toContain('The message was deleted.')
    expect((await visitor.submit('/mail?write', '/mail', { action: 'delete', id })).location).toBe('/mail')
  })

  test('a form that cannot be sent keeps its text', async () => {
    const { page } = await signedIn(await server.account())
    await page.getByRole('link', { name: 'Write' }).click()
    await page.getByLabel('To (a username, or a full address)').fill('nobody_here')
    await page.getByLabel('Subject').fill('Hello')
    await page.getByLabel('Message').fill('Dear nobody')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('No account on this server has the username').first().waitFor()
    expect(await page.getByLabel('Message').inputValue()).toBe('Dear nobody')
  })

  test('administrators see the DNS records, and waiting and failed messages', async () => {
    const boss = await server.account()
    await server.store.run(server.store.sql('accounts').where({ id: boss.id }).update({ is_admin: true }))
    const bob = await server.account()
    await bob.ok('mail.send', { to: 'x@nowhere.example', subject: 'Secret subject', body: 'x' })
    await server.jobs.settle()
    const { page } = await signedIn(boss)
    await page.goto(`${server.url}/settings/mail`)
    const text = await page.locator('main').innerText()
    expect(text).toContain(`onedoor._domainkey.${domain}`)
    expect(text).toContain('The domain nowhere.example does not exist.')
    expect(text).not.toContain('Secret subject')
    await viewer(page, 'mail settings', {})('administrator')
    const other = await signedIn(bob)
    await other.page.goto(`${server.url}/settings/mail`)
    expect(await other.page.locator('main').innerText()).not.toContain('For administrators')
  })

  test('the archive has the mailbox as one file for other programs', async () => {
    const ada = await server.account()
    await ada.ok('mail.send', { to: ada.username, subject: 'Grüße', body: 'From here\nto there' })
    await bring(port, {
      from: 'service@lampen.example',
      to: [`${ada.username}@${domain}`],
      data: newsletter(ada.username),
    })
    const visitor = new TestVisitor(server.url)
    await visitor.signIn(ada.username)
    await visitor.submit('/settings/data', '/settings/export')
    await server.jobs.settle()
    const address = /href="(\/settings\/export\/\w+)"/.exec((await visitor.get('/settings/data')).html)?.[1] ?? ''
    const entries = unzip(Buffer.from(await (await visitor.raw(address)).arrayBuffer()))
    const mbox = entries.get('mail.mbox') ?? ''
    const starts = mbox.match(/^From \S+ \w{3} \w{3} \d\d \d\d:\d\d:\d\d \d{4}$/gm)
    expect(starts?.length).toBe(3)
    const file = join(await newDataDir(), 'mail.mbox')
    await writeFile(file, mbox)
    const program = `import json, mailbox, sys
from email.header import decode_header, make_header
box = mailbox.mbox(sys.argv[1])
read = lambda each: [str(make_header(decode_header(each['subject']))), [part.get_content_type() for part in each.walk()]]
print(json.dumps([read(each) for each in box]))`
    const { stdout } = await promisify(execFile)('/usr/bin/python3', ['-c', program, file])
    const newsletterParts = ['multipart/mixed', 'text/html', 'image/png', 'application/pdf']
    expect(JSON.parse(stdout)).toEqual([
      ...Array(2).fill(['Grüße', ['text/plain']]),
      ['Your lamp is on its way', newsletterParts],
    ])
    expect(mbox).toContain('\n>From here\n')
    expect(mbox).toContain('\nFrom: Lampen Huys <service@lampen.example>\n')
    expect(JSON.parse(entries.get('mail.json') ?? '[]').length).toBe(3)
  })
})
