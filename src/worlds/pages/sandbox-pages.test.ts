import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { browserForTests, phone, viewer } from '#testing/browser.ts'
import { outsideOf } from '../outside/operations.ts'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0, startMs: Date.parse('2027-03-01T09:00:00Z') })
})
afterAll(() => sandbox.stop())

const open = browserForTests()
/** The script of a mail is blocked, which Chromium logs. */
const openWithErrors = browserForTests({ mayLogErrors: true })
let page: Page
beforeEach(async () => {
  page = (await open()).page
})
afterEach(() => page.context().close())

const token = () => sandbox.accounts[0]?.token ?? ''
const clientOf = (world: string) => createClient({ baseUrl: `${sandbox.url}/w/${world}`, token: token(), retries: 0 })
const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>'

async function openWorld(name: string) {
  await page.goto(`${sandbox.url}/sandbox/${name}`)
  await page.getByText('Shown as they are made.').waitFor()
}

test('calls are shown as they are made, with their arguments as text', async () => {
  await clientOf('live').notes.add({ title: 'Before', text: 'x' })
  await openWorld('live')
  const calls = page.getByRole('list', { name: 'Calls' }).locator('li')
  await calls.getByText('200').waitFor()
  await clientOf('live').notes.add({ title: hostile, text: 'x' })
  await calls.nth(1).waitFor()
  await calls.first().locator('summary').click()
  expect(await calls.first().locator('pre').first().textContent()).toContain(JSON.stringify(hostile))
  expect(await page.locator('main img, main script').count()).toBe(0)
  expect(await page.title()).toBe('World live - Onedoor')
})

test('what is sent is shown, a mail with its HTML but without its scripts', async () => {
  await page.context().close()
  page = (await openWithErrors()).page
  await openWorld('sent')
  await clientOf('sent').mail.send({ to: 'omar@elsewhere.example', subject: hostile, body: 'Are you coming?' })
  const sent = page.getByRole('list', { name: 'Mail and messages' }).locator('li')
  await sent.getByText('Mail to omar@elsewhere.example').waitFor()
  const { clock } = await sandbox.worlds.get('sent')
  const raw = Buffer.from(`Subject: Hello\r\nContent-Type: text/html\r\n\r\n<p>Hello <b>there</b></p>${hostile}`)
  const mail = { kind: 'mail', from: 'ada@onedoor.example', to: 'mira@elsewhere.example', raw } as const
  await outsideOf(sandbox.worlds, 'sent', clock).deliver(mail)
  await page.getByRole('button', { name: 'Advance an hour' }).click()
  await sent.getByText('mira@').click()
  const frame = page.frameLocator('iframe')
  await frame.getByText('Hello there').waitFor()
  expect(await frame.locator('script').count()).toBe(1)
  expect(await page.title()).toBe('World sent - Onedoor')
  await page.getByText('Are you coming?').waitFor({ state: 'detached' })
  await sent.getByText('omar@').click()
  await page.getByText('Are you coming?').waitFor()
})

test('the clock is moved, a fault is added and applies, and a rewind takes it all back', async () => {
  await openWorld('moved')
  await page.getByRole('textbox', { name: 'Name' }).fill('start')
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  await page.getByRole('list', { name: 'Snapshots' }).getByText('start').waitFor()
  await page.getByRole('button', { name: 'Freeze' }).click()
  await page.getByText('stands still').waitFor()
  await page.getByLabel('Set it to').fill('2027-03-02T00:00:00Z')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByText('2027-03-02T00:00:00Z').waitFor()
  await page.getByRole('button', { name: 'Advance an hour' }).click()
  await page.getByText('2027-03-02T01:00:00Z').waitFor()
  const { note } = await clientOf('moved').notes.add({ title: 'Later', text: 'x' })
  expect(note.created).toMatch(/^2027-03-02T01:00:00/)
  await page.getByLabel('Set it to').fill('2026-01-01T00:00:00Z')
  await page.getByRole('button', { name: 'Set', exact: true }).click()
  await page.getByRole('alert').getByText('set back').waitFor()

  await page.getByText('Add a fault').click()
  await page.getByLabel('Method').fill('notes.list')
  await page.getByLabel('Status').fill('429')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const faults = page.getByRole('list', { name: 'Faults' }).locator('li')
  await faults.getByText('applied to 0 calls').waitFor()
  await expect(clientOf('moved').notes.list({})).rejects.toMatchObject({ status: 429 })
  await faults.getByText('applied to 1 call').waitFor()
  await faults.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('None: every call does what it should.').waitFor()
  expect((await clientOf('moved').notes.list({})).items).toHaveLength(1)

  await page.getByRole('button', { name: 'Rewind to start' }).click()
  await page.getByText('The world is as it was in start.').waitFor()
  await page
    .getByText(/^2027-03-01T09:/)
    .first()
    .waitFor()
  expect((await clientOf('moved').notes.list({})).items).toEqual([])
  await page.getByRole('button', { name: 'Delete start' }).click()
  await page.getByRole('button', { name: 'Delete start' }).waitFor({ state: 'detached' })
})

test('a world is made, used at the plain addresses by a cookie, and ended; the pages suit a phone', async () => {
  await page.context().close()
  page = (await open(phone)).page
  const look = viewer(page, 'sandbox', phone)
  await page.goto(`${sandbox.url}/sandbox`)
  await page.getByLabel('Name').fill('made')
  await page.getByLabel('Seed').selectOption('week')
  await page.getByRole('button', { name: 'Make a world' }).click()
  await page.getByText('Shown as they are made.').waitFor()
  await clientOf('made').notes.add({ title: 'Here', text: 'x' })
  await page.getByRole('list', { name: 'Calls' }).locator('summary').click()
  await page.getByText('Add a fault').click()
  await page.getByText('It started from the seed week.').waitFor()
  await look('a world')
  const listed = () =>
    page.request.get(`${sandbox.url}/api/v1/notes/list`, { headers: { authorization: `Bearer ${token()}` } })
  await page.getByRole('button', { name: 'Use this world' }).click()
  expect(await (await listed()).text()).toContain('Here')
  await page.getByRole('button', { name: 'Stop using this world' }).click()
  expect(await (await listed()).text()).not.toContain('Here')

  await page.goto(`${sandbox.url}/sandbox`)
  await page.getByRole('link', { name: 'made' }).waitFor()
  await look('the worlds')
  await page.getByRole('link', { name: 'made' }).click()
  page.once('dialog', (dialog) => dialog.accept())
  await page.getByRole('button', { name: 'End this world' }).click()
  await page.getByRole('heading', { name: 'New world' }).waitFor()
  expect(sandbox.worlds.has('made')).toBe(false)
})
