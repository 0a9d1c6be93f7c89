import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { families } from '#app/families.ts'
import type { GrantedKind } from '#runtime/outbound/connections/connection-kind.ts'
import { google } from '#runtime/outbound/connections/google.ts'
import { browserForTests, expectAccessible } from '#testing/browser.ts'
import { newDataDir } from '#testing/databases.ts'
import { type GoogleStandIn, startGoogleStandIn } from '#testing/google-stand-in.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { familiesOf, standIns } from '#testing/stand-ins.ts'
import { TestVisitor } from '#testing/visitor.ts'

const kind: GrantedKind = {
  name: 'album',
  title: 'Google Album',
  allows: 'look at the pictures of your album, and change nothing',
  authority: google,
  scopes: ['https://www.googleapis.com/auth/drive.readonly'],
}
const { sms } = standIns()
const offering = [
  ...families.filter(({ name }) => name !== 'sms'),
  ...familiesOf({ sms } as never).map((each) => ({ ...each, connects: [kind] })),
]
const place = '/settings/connections'
const connectPlace = `${place}/connect`

let standIn: GoogleStandIn
let server: TestServer
let dataDir = ''
const logged: string[] = []

beforeAll(async () => {
  standIn = await startGoogleStandIn()
  dataDir = await newDataDir()
  const onLogLine = (line: string) => void logged.push(line)
  server = await startTestServer({ dataDir, families: offering, settings: standIn.settings, onLogLine })
})
afterAll(async () => {
  await server.stop()
  await standIn.close()
  await rm(dataDir, { recursive: true, force: true })
})

async function signedIn(): Promise<TestVisitor> {
  return new TestVisitor(server.url).signIn((await server.account()).username)
}

/** Sends a visitor to Google, and returns the path to which the visitor is sent back. */
async function sentBack(visitor: TestVisitor, answer: Parameters<GoogleStandIn['permit']>[1] = {}): Promise<string> {
  const sent = await visitor.submit(place, connectPlace, { kind: kind.name })
  expect([sent.status, sent.location?.startsWith(standIn.url)]).toEqual([303, true])
  const back = await standIn.permit(sent.location as string, answer)
  expect(`${back.origin}${back.pathname}`).toBe(`${server.url}${place}/callback`)
  return `${back.pathname}${back.search}`
}

describe('the page of connections', () => {
  test('connects an outside account, shows it, and disconnects it after a confirmation', async () => {
    const visitor = await signedIn()
    const before = await visitor.get(place)
    expect(before.html).toContain('look at the pictures of your album')
    expect(before.headers.get('content-security-policy')).toContain(`form-action 'self' ${standIn.url}`)
    const done = await visitor.get(await sentBack(visitor))
    expect([done.status, done.location]).toEqual([303, `${place}?done=connected`])
    const after = await visitor.get(`${place}?done=connected`)
    expect(after.html).toContain('Connected as <b>ada@example.org</b>')

    const question = await visitor.get(`${place}/disconnect?kind=${kind.name}`)
    expect(question.html).toContain('stop working until you connect it again')
    expect(standIn.isPermitted).toBe(true)
    const gone = await visitor.submit(`${place}/disconnect?kind=${kind.name}`, `${place}/disconnect`, {
      kind: kind.name,
    })
    expect(gone.location).toBe(`${place}?done=disconnected`)
    expect(standIn.isPermitted).toBe(false)
    expect((await visitor.get(place)).html).toContain('Connect Google Album')
  })

  test('a way back works only once, and for nobody else', async () => {
    const [ada, ben] = [await signedIn(), await signedIn()]
    const foreign = await ben.get(await sentBack(ada))
    expect([foreign.status, foreign.html.includes('belongs to another browser')]).toEqual([400, true])
    const anonymous = await new TestVisitor(server.url).get(await sentBack(ada))
    expect([anonymous.status, anonymous.location?.startsWith('/signin?next=')]).toEqual([303, true])
    const back = await sentBack(ada)
    expect((await ada.get(back)).status).toBe(303)
    expect((await ada.get(back)).status).toBe(400)
    const other = await new TestVisitor(server.url).get(`${place}/callback?state[]=1&code=${'x'.repeat(9000)}`)
    expect(other.status).toBe(303)
    expect((await ada.get(`${place}/callback?state[]=1&code=2`)).status).toBe(400)
  })

  test('shows Google’s refusal, escaped', async () => {
    const visitor = await signedIn()
    const denied = await visitor.get(await sentBack(visitor, { deny: true }))
    expect([denied.status, denied.html.includes('permission was not granted, so nothing was connected')]).toEqual([
      400,
      true,
    ])
    const odd = await visitor.get(`${place}/callback?state=%3Cb%3E&error=%3Cscript%3E`)
    expect(odd.html).not.toContain('<script>')
    standIn.beforeToken = async () => {
      throw new Error('cut off')
    }
    const failing = await visitor.get(await sentBack(visitor))
    standIn.beforeToken = undefined
    expect([failing.status, failing.html.includes('Try again later')]).toEqual([502, true])
  })

  test('a form of another site connects and disconnects nothing', async () => {
    const visitor = await signedIn()
    for (const path of [connectPlace, `${place}/disconnect`]) {
      expect((await visitor.post(path, { kind: kind.name })).status).toBe(403)
    }
    expect((await visitor.submit(place, connectPlace, { kind: 'unknown' })).status).toBe(400)
    expect((await visitor.get(`${place}/disconnect?kind=${kind.name}`)).status).toBe(400)
  })

  test('nothing secret is logged, neither codes nor tokens', () => {
    expect(standIn.secrets.length).toBeGreaterThan(4)
    const log = logged.join('\n')
    for (const secret of [...standIn.secrets, standIn.settings.GOOGLE_CLIENT_SECRET as string]) {
      expect(log).not.toContain(secret)
    }
    for (const { query } of standIn.requests) {
      const state = query.get('state')
      if (state) expect(log).not.toContain(state)
    }
  })

  test('shows which settings are missing', async () => {
    const other = await newDataDir()
    const without = await startTestServer({ dataDir: other, families: offering })
    const visitor = await new TestVisitor(without.url).signIn((await without.account()).username)
    const { html } = await visitor.get(place)
    expect(html).toMatch(/has not set\s+<code>GOOGLE_CLIENT_ID<\/code> and <code>GOOGLE_CLIENT_SECRET<\/code>/)
    expect(html).not.toContain('>Connect Google Album<')
    await without.stop()
    await rm(other, { recursive: true, force: true })
  })
})

describe('in a browser', () => {
  const open = browserForTests()
  const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }

  test.each([
    ['with scripts', {}, 'desktop'],
    ['without any script, on a phone', { ...phone, javaScriptEnabled: false }, 'phone'],
  ])('a person %s connects an account by way of Google, sees it, and disconnects it', async (_, options, name) => {
    const { username } = await server.account()
    const { page } = await open(options)
    const look = () => (name === 'desktop' ? expectAccessible(page) : undefined)
    await page.goto(`${server.url}/signin?next=${encodeURIComponent(place)}`)
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor()
    await look()
    await page.getByRole('button', { name: 'Connect Google Album' }).click()
    await page.getByRole('heading', { name: 'Onedoor wants to access your Google Account' }).waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Connected.').waitFor()
    expect(await page.locator('main').innerText()).toContain('Connected as ada@example.org')
    await look()
    await page.getByRole('button', { name: 'Disconnect Google Album' }).click()
    await page.getByRole('heading', { level: 1, name: 'Disconnect Google Album' }).waitFor()
    await look()
    await page.getByRole('button', { name: 'Disconnect Google Album' }).click()
    await page.getByText('Disconnected.').waitFor()
    await page.getByRole('button', { name: 'Connect Google Album' }).waitFor()
    await look()
  })
})
