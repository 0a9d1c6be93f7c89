import type { BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserForTests, screens, signInByForm, viewer } from '#testing/browser.ts'
import { newDataDir } from '#testing/databases.ts'
import { startTestServer, type TestAccount, type TestServer } from '#testing/server.ts'
import { TestVisitor } from '#testing/visitor.ts'
import { unzip } from '#testing/zip.ts'
import { type ImapServer, startImapServer } from '../fixtures/imap-server.ts'

const place = '/settings/mail/imap'
const connections = '/settings/connections'
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const password = 'abcd efgh ijkl mnop'

let dovecot: ImapServer
let server: TestServer
let ada: TestAccount
const logged: string[] = []

beforeAll(async () => {
  dovecot = await startImapServer()
  await dovecot.account('ada@imap.example', password)
  const onLogLine = (line: string) => void logged.push(line)
  server = await startTestServer({
    dataDir: await newDataDir(),
    settings: { FETCH_ALLOWED_RANGES: '127.0.0.0/8,::1/128' },
    onLogLine,
  })
  ada = await server.account()
  expect((await connect(ada)).location).toBe(`${connections}?done=connected`)
})
afterAll(async () => {
  await server?.stop()
  await dovecot?.close()
})

function formFor(more: Readonly<Record<string, string>> = {}) {
  const port = String(dovecot.ports.tls)
  return { host: 'localhost', port, encryption: 'tls', user: 'ada@imap.example', password, ...more }
}

async function connect({ username }: TestAccount, more: Readonly<Record<string, string>> = {}) {
  const visitor = await new TestVisitor(server.url).signIn(username)
  return visitor.submit(place, place, formFor(more))
}

const lines = (...all: string[]) => all.join('\r\n')
const now = () => server.clock.now()

async function deliver(subject: string, more: { ageMs?: number; seen?: boolean; raw?: string | Buffer } = {}) {
  const { ageMs = hourMs, seen = false } = more
  const plain = lines(
    'From: Ben <ben@example.org>',
    'To: ada@imap.example',
    `Subject: ${subject}`,
    `Message-ID: <${subject.replace(/\W/g, '')}@example.org>`,
    '',
    `About ${subject}`,
    '',
  )
  await dovecot.deliver('ada@imap.example', more.raw ?? plain, { atMs: now() - ageMs, seen })
}

const found = async (query?: string) =>
  (await ada.ok('mail.webmailsearch', { limit: 20, ...(query === undefined ? {} : { query }) })).items.map(
    ({ subject }) => subject,
  )

describe('an inbox by IMAP', () => {
  test('is searched for the last seven days, newest first, by words, fields and states', async () => {
    await deliver('Too old', { ageMs: 7 * dayMs + hourMs })
    await deliver('Almost too old', { ageMs: 7 * dayMs - hourMs, seen: true })
    await deliver('=?utf-8?B?R3LDvMOfZSBhdXMgQmVybg==?=', { ageMs: 2 * dayMs })
    await deliver('dentist')
    expect(await found()).toEqual(['dentist', 'Grüße aus Bern', 'Almost too old'])
    expect(await found('too old')).toEqual(['Almost too old'])
    expect(await found('"grüße aus" is:unread')).toEqual(['Grüße aus Bern'])
    expect(await found('is:read')).toEqual(['Almost too old'])
    expect(await found('from:ben -dentist -"bern"')).toEqual(['Almost too old'])
    expect(await found('"x) OR ALL (" ')).toEqual([])
    const [first] = (await ada.ok('mail.webmailsearch', { limit: 1 })).items
    expect(first).toEqual({
      id: expect.stringMatching(/^imap_[0-9a-f]{12}_\d+_\d+$/),
      thread: '<dentist@example.org>',
      from: { address: 'ben@example.org', name: 'Ben' },
      to: [{ address: 'ada@imap.example' }],
      subject: 'dentist',
      is_unread: true,
      unread: true,
      attachments: [],
      created: new Date(now() - hourMs).toISOString(),
    })
    const { body } = await ada.fails('mail.webmailsearch', { query: 'has:attachment' })
    expect([body.code, body.details?.[0]?.path]).toEqual(['invalid_argument', 'query'])
  })

  test('leaves out a name that contains another address than that of the sender', async () => {
    const raw = lines(
      'From: "ceo@victim.test" <eve@attacker.test>',
      'To: ada@imap.example',
      'Subject: Urgent',
      '',
      'Pay.',
    )
    await deliver('Urgent', { raw: Buffer.from(raw) })
    const [item] = (await ada.ok('mail.webmailsearch', { limit: 1 })).items
    expect(item?.from).toEqual({ address: 'eve@attacker.test' })
    expect((await ada.ok('mail.webmailread', { id: item?.id as string })).from).toEqual(item?.from)
  })

  test('is read without changing anything: text, HTML, charsets and files', async () => {
    const raw = Buffer.from(
      lines(
        'From: =?iso-8859-1?Q?Bj=F6rn?= <bjorn@example.org>',
        'To: ada@imap.example, "Cy, D." <cy@example.org>',
        'Subject: Tree',
        'References: <root@example.org> <second@example.org>',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=A',
        '',
        '--A',
        'Content-Type: multipart/alternative; boundary=B',
        '',
        '--B',
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'Sch=F6ne Gr=FC=DFe',
        '--B',
        'Content-Type: text/html',
        '',
        '<p>HTML</p>',
        '--B--',
        '--A',
        'Content-Type: application/pdf; name="bill.pdf"',
        'Content-Disposition: attachment; filename="bill.pdf"',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.alloc(30, 1).toString('base64'),
        '--A--',
        '',
      ),
    )
    await deliver('Tree', { raw, ageMs: 1000 })
    const html = lines(
      'From: a@b.example',
      'Subject: Html',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<style>a{}</style><p>Na&#239;ve <b>da</b></p>',
      '',
    )
    await deliver('Html', { raw: html, ageMs: 500 })
    await deliver('Long', {
      raw: lines(
        'Subject: Long',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: 8bit',
        '',
        '日本語\n'.repeat(200_000),
      ),
      ageMs: 100,
    })
    const [long, inHtml, tree] = (await ada.ok('mail.webmailsearch', { limit: 3 })).items
    const read = (id = '') => ada.ok('mail.webmailread', { id })
    expect(await read(tree?.id)).toMatchObject({
      ...tree,
      thread: '<root@example.org>',
      from: { address: 'bjorn@example.org', name: 'Björn' },
      to: [{ address: 'ada@imap.example' }, { address: 'cy@example.org', name: 'Cy, D.' }],
      attachments: [{ name: 'bill.pdf', type: 'application/pdf', size_bytes: expect.any(Number) }],
      text: 'Schöne Grüße',
      is_truncated: false,
    })
    expect(await read(inHtml?.id)).toMatchObject({ text: 'Naïve da', is_truncated: false })
    const cut = await read(long?.id)
    expect([[...cut.text].length, cut.is_truncated, cut.from]).toEqual([100_000, true, undefined])
    expect((await ada.ok('mail.webmailsearch', { limit: 3 })).items.map(({ is_unread }) => is_unread)).toEqual([
      true,
      true,
      true,
    ])
  })

  test('of very many messages has pages, each valid only for its search', { timeout: 60_000 }, async () => {
    await dovecot.account('many', password)
    const raw = (n: number) => lines('From: a@b.example', `Subject: m${n}`, '', `${n}`, '')
    const total = 3000
    await dovecot.deliverMany('many', total, { raw, atMs: now() - 10 * dayMs })
    await dovecot.deliverMany('many', 45, { raw: (n) => raw(total + n), atMs: now() - dayMs })
    const many = await server.account()
    await connect(many, { user: 'many' })
    const seen: (string | undefined)[] = []
    let page: string | undefined
    do {
      const next = await many.ok('mail.webmailsearch', {
        query: 'from:b.example',
        limit: 20,
        ...(page ? { page } : {}),
      })
      seen.push(...next.items.map(({ subject }) => subject))
      page = next.next_cursor
    } while (page !== undefined)
    expect(seen).toEqual(Array.from({ length: 45 }, (_, n) => `m${total + 44 - n}`))
    const { next_cursor: cursor = '' } = await many.ok('mail.webmailsearch', { limit: 20 })
    for (const args of [{ cursor, query: 'other' }, { page: 'x' }, { page: cursor.replace(/_\d+_/, '_9_') }]) {
      const { body } = await many.fails('mail.webmailsearch', args)
      expect([body.code, body.details?.[0]?.path]).toEqual(['invalid_argument', 'cursor'])
    }
    const [first] = (await many.ok('mail.webmailsearch', { limit: 1 })).items
    // The number of a message in another account does not name one of this account.
    for (const id of [
      first?.id ?? '',
      'imap_',
      'imap_000000000000_1_1',
      `${(await adasFirst()).replace(/\d+$/, '4000000000')}`,
      '19a2c7f04b1e88d3',
    ]) {
      expect([id, (await ada.fails('mail.webmailread', { id })).body.code]).toEqual([id, 'not_found'])
    }
  })

  const adasFirst = async () => (await ada.ok('mail.webmailsearch', { limit: 1 })).items[0]?.id ?? ''
})

describe('the connection by IMAP', () => {
  test('also begins unencrypted and switches to TLS', async () => {
    const ben = await server.account()
    const port = String(dovecot.ports.starttls)
    expect((await connect(ben, { port, encryption: 'starttls' })).location).toContain('done=connected')
    expect((await ben.ok('mail.webmailsearch', {})).items.length).toBeGreaterThan(0)
  })

  test('ends when the password is rejected, which is then deleted and not tried again', async () => {
    const cy = await server.account()
    await dovecot.account('cy', password)
    await connect(cy, { user: 'cy' })
    expect((await cy.ok('mail.webmailsearch', {})).items).toEqual([])
    await dovecot.account('cy', 'another one')
    const message = `IMAP account no longer accepts the saved credentials. Connect it again at ${server.url}${connections}.`
    expect((await cy.fails('mail.webmailsearch', {})).body).toMatchObject({
      code: 'failed_precondition',
      error: message,
    })
    await dovecot.account('cy', password)
    expect((await cy.fails('mail.webmailsearch', {})).body.error).toBe(message)
    const { html } = await (await new TestVisitor(server.url).signIn(cy.username)).get(connections)
    expect(html).toContain('was rejected, so this server has deleted it')
    expect((await connect(cy, { user: 'cy' })).location).toContain('done=connected')
    expect((await cy.ok('mail.webmailsearch', {})).items).toEqual([])
  })

  test('reports all faults of a form at once, stores nothing and sends no password back', async () => {
    const dan = await server.account()
    const wrong = await connect(dan, { host: 'https://x', port: '25', user: ' ', password: '' })
    for (const label of ['Server must be', 'Port must be', 'User name must have', 'App password must have']) {
      expect(wrong.html).toContain(label)
    }
    for (const host of ['2130706433', '0x7f.1', '127.1', 'a..b', '']) {
      expect([host, (await connect(dan, { host })).status]).toEqual([host, 400])
    }
    for (const port of ['22', '0', '65536', '1e4', '6667']) expect((await connect(dan, { port })).status).toBe(400)
    const refused = await connect(dan, { password: 'not this one' })
    expect([refused.status, refused.html.includes('localhost rejects this user name and password')]).toEqual([
      400,
      true,
    ])
    expect(refused.html).not.toContain('not this one')
    expect((await dan.fails('mail.webmailsearch', {})).body.error).toContain('No web-mail account is connected')
  })

  test('is tried a bounded number of times an hour', async () => {
    const eve = await server.account()
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) statuses.push((await connect(eve, { host: '10.0.0.1' })).status)
    expect([statuses.slice(0, 20).every((status) => status === 502), statuses[20]]).toEqual([true, 429])
  })

  test('does not use private addresses unless the setting allows them', async () => {
    const { status, html } = await connect(await server.account(), { host: '192.168.1.1' })
    expect([status, html.includes('has a private address')]).toEqual([502, true])
  })

  test('a form of another site connects nothing, nor does anyone without a session', async () => {
    const fay = await server.account()
    const visitor = await new TestVisitor(server.url).signIn(fay.username)
    expect((await visitor.post(place, formFor())).status).toBe(403)
    expect((await new TestVisitor(server.url).get(place)).location).toMatch(/^\/signin/)
  })

  test('leaves no password in the database, the log or an archive', async () => {
    const rows = await server.store.all<{ access_token: string }>(
      server.store.sql('connections').where({ kind: 'imap' }),
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toContain('efgh')
    expect(logged.join('\n')).not.toMatch(/efgh|About dentist/)
    const visitor = await new TestVisitor(server.url).signIn(ada.username)
    await visitor.submit('/settings/data', '/settings/export')
    await server.jobs.settle()
    const address = /href="(\/settings\/export\/export_\w+)"/.exec((await visitor.get('/settings/data')).html)?.[1]
    const files = unzip(Buffer.from(await (await visitor.raw(address ?? '')).arrayBuffer()))
    expect(JSON.parse(files.get('connections.json') ?? '')).toMatchObject([
      { kind: 'imap', subject: 'ada@imap.example' },
    ])
    expect([...files.values()].join()).not.toMatch(/efgh|access_token|refresh_token/)
  })

  test('is deleted with its account', async () => {
    const hal = await server.account()
    const visitor = await new TestVisitor(server.url).signIn(hal.username)
    await visitor.submit(place, place, formFor())
    const kept = () => server.store.all(server.store.sql('connections').where({ account_id: hal.id }))
    expect(await kept()).toHaveLength(1)
    const gone = await visitor.submit('/settings/data', '/settings/delete', { password: 'correct horse battery' })
    expect(gone.location).toBe('/signin?done=deleted')
    expect(await kept()).toEqual([])
  })

  test('appears in the metrics with its failures', async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    for (const outcome of ['ok', 'status', 'network']) {
      expect(metrics).toMatch(new RegExp(`^onedoor_mail_imap_jobs_total\\{outcome="${outcome}"\\} [1-9]`, 'm'))
    }
  })

  test('ends with the account that made it', async () => {
    const gus = await server.account()
    const visitor = await new TestVisitor(server.url).signIn(gus.username)
    await visitor.submit(place, place, formFor())
    const question = `${connections}/disconnect?kind=imap`
    expect((await visitor.get(question)).html).toContain('deletes its password')
    const gone = await visitor.submit(question, `${connections}/disconnect`, { kind: 'imap' })
    expect(gone.location).toBe(`${connections}?done=disconnected`)
    const kept = await server.store.all(server.store.sql('connections').where({ account_id: gus.id }))
    expect(kept).toEqual([])
  })
})

describe('in a browser', () => {
  const open = browserForTests({ mayLogErrors: true })

  test.each(screens)('a person enters an IMAP account, %s', async (name, options: BrowserContextOptions) => {
    const { username } = await server.account()
    const isPhone = name === 'on a phone'
    const { page } = await open({ ...options, javaScriptEnabled: !isPhone })
    await signInByForm(page, `${server.url}/signin?next=${encodeURIComponent(connections)}`, username, 'Connections')
    const look = viewer(page, `mail ${name}`, { javaScriptEnabled: !isPhone })
    await page.getByRole('link', { name: 'Connect IMAP account' }).click()
    await page.getByLabel('Server').fill('localhost')
    await page.getByLabel('Port').fill(String(dovecot.ports.tls))
    await page.getByLabel('User name').fill('ada@imap.example')
    await page.getByLabel('App password').fill('wrong')
    await look('imap form')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('rejects this user name and password').waitFor()
    await look('imap refused')
    await page.getByLabel('App password').fill(password)
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await page.getByText('Connected.').waitFor()
    expect(await page.locator('main').innerText()).toContain('Connected as ada@imap.example')
    await look('connections')
  })
})
