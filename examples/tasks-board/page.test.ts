import { createSandbox } from '@onedoor/client/sandbox'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { build, type PreviewServer, preview } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

type World = Awaited<ReturnType<typeof createSandbox>>

const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'
let browser: Browser
let server: PreviewServer

beforeAll(async () => {
  const root = import.meta.dirname
  await build({ root, logLevel: 'error' })
  server = await preview({ root, preview: { host: '127.0.0.1', port: 0 } })
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
})

/** Signs an account in on a new page, which has its own cookies and time zone. */
async function openBoard(world: World, username: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options)
  await page.goto(server.resolvedUrls?.local[0] ?? '')
  await signIn(page, world, username)
  return page
}

async function signIn(page: Page, { accounts, baseUrl }: World, username: string): Promise<void> {
  await page.getByLabel('Server').fill(baseUrl)
  await page.getByLabel('Token').fill(accounts.find((each) => each.username === username)?.token ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}

async function addTask(page: Page, title: string): Promise<void> {
  await page.getByLabel('New task').fill(title)
  await page.getByRole('button', { name: 'Add' }).click()
}

const card = (page: Page, column: string, title: string) =>
  page.getByRole('list', { name: column, exact: true }).getByRole('listitem').filter({ hasText: title })

const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor()

test.concurrent('shows a reminder as soon as it comes due', async () => {
  await using world = await createSandbox({ clock: '2027-03-01T09:00:00Z' })
  await world.client('ada').events.create({ title: 'Water the beans', when: '2027-03-02T09:00:00Z' })
  await using page = await openBoard(world, 'ada')
  await world.clock.move({ advance: 'P1D' })
  await page.getByText('Reminder: Water the beans').waitFor()
})

test.concurrent('moves a task from column to column', async () => {
  await using world = await createSandbox()
  await using page = await openBoard(world, 'ada')
  await addTask(page, 'Prune the pears')
  for (const column of ['To do', 'Doing']) {
    await card(page, column, 'Prune the pears').getByRole('button', { name: 'Advance' }).click()
  }
  await card(page, 'Done', 'Prune the pears').waitFor()
  expect((await world.client('ada').tasks.list({})).items).toMatchObject([{ status: 'done' }])
})

test.concurrent('shows how long to wait after too many requests, and then lets the user try again', async () => {
  await using world = await createSandbox()
  await using page = await openBoard(world, 'ada')
  await page.clock.install()
  await world.faults.add({ kind: 'status', status: 429, method: 'tasks.create', times: 1, retry_after_s: 300 })
  await addTask(page, 'Prune the pears')
  await alert(page, 'Try again in 300 seconds')
  const add = page.getByRole('button', { name: 'Add' })
  await page.clock.fastForward(290_000)
  expect(await add.isDisabled()).toBe(true)
  await page.clock.fastForward(10_000)
  await add.click()
  await card(page, 'To do', 'Prune the pears').waitFor()
})

test.concurrent('adds a task once, though the connection is lost for a while after each call', async () => {
  await using world = await createSandbox()
  await using page = await openBoard(world, 'ada')
  await world.faults.add({ kind: 'cut', bytes: 0, method: 'tasks.create' })
  await addTask(page, 'Prune the pears')
  await alert(page, 'The server cannot be reached')
  await world.faults.clear()
  await page.getByRole('button', { name: 'Add' }).click()
  await card(page, 'To do', 'Prune the pears').waitFor()
  expect((await world.client('ada').tasks.list({})).total).toBe(1)
})

test.concurrent('signs out when the token is revoked', async () => {
  await using world = await createSandbox()
  await world.client('ada').tasks.create({ title: 'Prune the pears' })
  await using page = await openBoard(world, 'ada')
  await world.faults.add({ kind: 'status', status: 401, method: 'tasks.update' })
  await card(page, 'To do', 'Prune the pears').getByRole('button', { name: 'Advance' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  expect(await card(page, 'To do', 'Prune the pears').count()).toBe(0)
})

test.concurrent('shows the error of any documented status', async () => {
  await using world = await createSandbox()
  await using page = await openBoard(world, 'ada')
  await page.route('**/tasks/create', (route) =>
    route.continue({ headers: { ...route.request().headers(), prefer: 'code=403' } }),
  )
  await addTask(page, 'Prune the pears')
  await page.getByRole('alert').getByText(/./).waitFor()
  expect((await world.client('ada').tasks.list({})).total).toBe(0)
})

test.concurrent('shows what a rewind has brought back', async () => {
  await using world = await createSandbox({ seed: 'week' })
  await using page = await openBoard(world, 'omar')
  const tasks = page.getByRole('button', { name: 'Delete' })
  const before = await tasks.count()
  await world.snapshots.take({ name: 'before' })
  await tasks.first().click()
  await vi.waitFor(async () => expect(await tasks.count()).toBe(before - 1), 10_000)
  await world.snapshots.rewind({ snapshot: 'before' })
  await page.reload()
  await signIn(page, world, 'omar')
  expect(await tasks.count()).toBe(before)
})

test.concurrent('delivers messages, and shows nothing of an account to the next one on the same device', async () => {
  await using world = await createSandbox()
  await using page = await openBoard(world, 'ada')
  await addTask(page, 'Prune the pears')
  await card(page, 'To do', 'Prune the pears').waitFor()
  await page.getByLabel('Send a message to').fill('omar')
  await page.getByLabel('Message', { exact: true }).fill('Do you have a ladder?')
  await page.getByRole('button', { name: 'Send' }).click()
  await vi.waitFor(async () => expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe(''), 10_000)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await signIn(page, world, 'omar')
  await card(page, 'Inbox', 'ada: Do you have a ladder?').waitFor()
  expect(await card(page, 'To do', 'Prune the pears').count()).toBe(0)
})

test.concurrent('keeps the local time of a daily reminder when the clocks change', async () => {
  await using world = await createSandbox({ clock: '2027-03-13T12:00:00Z', frozen: true })
  await using page = await openBoard(world, 'ada', { timezoneId: 'America/New_York' })
  await page.getByLabel('Remind me of').fill('Close the greenhouse')
  await page.getByLabel('At', { exact: true }).fill('2027-03-13T18:00')
  await page.getByLabel('Every day').check()
  await page.getByRole('button', { name: 'Set reminder' }).click()
  await card(page, 'Reminders', 'Close the greenhouse, 13 Mar 2027, 18:00').waitFor()
  await world.clock.move({ advance: 'PT12H' })
  await card(page, 'Reminders', 'Close the greenhouse, 14 Mar 2027, 18:00').waitFor()
  const { items } = await world.client('ada').events.list({})
  expect(items).toMatchObject([{ when: '2027-03-14T22:00:00.000Z' }])
})

test.concurrent('shows markup in titles as text', async () => {
  await using world = await createSandbox({ seed: 'attack' })
  await using page = await openBoard(world, 'omar')
  await card(page, 'To do', '"><img src=x>').waitFor()
  expect(await page.locator('img, script:not([src])').count()).toBe(0)
})
