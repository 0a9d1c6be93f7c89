import type { Page } from 'playwright-core'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { browserForTests, browsers, signInByForm, viewer } from '#testing/browser.ts'
import { documentSaying, writtenApp } from '#testing/built-apps.ts'
import { type Scripted, startModelProvider } from '#testing/model-provider/index.ts'
import { paidThrough, paymentOf, startObligingFacilitator } from '#testing/payments.ts'
import { serverForTests } from '#testing/server.ts'

let answers: Scripted[] = []
const provider = await startModelProvider(() => answers.shift() ?? writtenApp(documentSaying('Hello')))
const facilitator = await startObligingFacilitator()
beforeEach(() => {
  answers = []
})
afterAll(async () => {
  await provider.stop()
  await facilitator.stop()
})

const open = browserForTests()
const server = serverForTests({
  settings: {
    ...provider.settings('openai'),
    ...paidThrough(facilitator.url),
    ...{ BROWSER_PATH: '/nonexistent/chromium', MODEL_TIMEOUT_S: '2' },
  },
})

const prompt = 'A tip splitter for a round of friends.\n\nBill, tip in percent, number of people.'
const wrong = writtenApp(documentSaying('x', "mu.service('notes', 'delete', { id: 'note_1' })"))

/** With scripts the page follows the build; without them the person loads it again. */
async function expectStatus(page: Page, text: string, isScripted: boolean): Promise<void> {
  if (!isScripted) await page.getByRole('link', { name: 'Look again' }).click()
  await page.getByRole('status').getByText(text).waitFor()
}

/** Lets the model write the app that it failed to write before. */
async function resume(): Promise<void> {
  server().clock.advance(60_000)
  await server().jobs.settle()
}

describe.each(browsers)('in a browser %s', (name, options) => {
  const isScripted = name === 'with scripts'

  test('a person builds an app, sees its progress and why it failed, tries again, and opens it', async () => {
    const { page } = await open(options)
    const look = viewer(page, `builds ${name}`, options)
    const { username, ok } = await server().account()
    // The page loads before its stream, as on a slow connection.
    const streamMayOpen = Promise.withResolvers<void>()
    await page.route('**/apps/-/builds/*', async (route) => {
      await streamMayOpen.promise
      await route.continue()
    })
    await signInByForm(page, `${server().url}/signin?next=/settings/apps/new`, username, 'Build an app')
    await look('form')
    answers = [{ stalled: '{"name"' }, wrong, wrong]
    const request = provider.nextRequest()
    await page.getByLabel('Description').fill(prompt)
    await page.getByRole('button', { name: 'Build the app' }).click()
    await request
    await page.getByRole('heading', { level: 1, name: 'App build' }).waitFor()
    await page.reload()
    await page.getByText('The app is being written.').waitFor()
    const id = page.url().split('/').at(-1) as string
    await expect.poll(async () => (await ok('apps.buildstatus', { id })).state, { timeout: 20_000 }).toBe('queued')
    streamMayOpen.resolve()
    await expectStatus(page, 'Waiting in the queue.', isScripted)
    await look('waiting')
    await resume()
    await expectStatus(page, 'The build has failed.', isScripted)
    await page.getByText('None of the 3 attempts produced a working app.').waitFor()
    await page.getByText('It cost nothing.').waitFor()
    await look('failed')
    answers = [{ status: 500 }]
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('You can leave this page').waitFor()
    await server().jobs.settle()
    await resume()
    await expectStatus(page, 'The app is ready.', isScripted)
    await look('ready')
    await page.getByRole('link', { name: 'All builds' }).click()
    await page.getByRole('table', { name: 'Builds' }).waitFor()
    await look('list')
    await page.getByRole('link', { name: 'A tip splitter' }).first().click()
    await page.getByRole('link', { name: 'Open Tip splitter' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tip splitter' }).waitFor()
    expect((await ok('apps.builds', {})).items.map(({ state }) => state)).toEqual(['complete', 'failed'])
  }, 120_000)

  test('anyone who has the address of a build of a wallet sees the same', async () => {
    const { page } = await open(options)
    const look = viewer(page, `wallet builds ${name}`, options)
    const wallet = server().sending({ 'PAYMENT-SIGNATURE': paymentOf(19) })
    answers = [{ status: 500 }, wrong, wrong]
    const { status_url: url } = await wallet.ok('apps.build', { prompt })
    await server().jobs.settle()
    await page.goto(url)
    await look('waiting')
    await resume()
    await page.getByRole('link', { name: 'Look again' }).click()
    await page.getByText('The build has failed.').waitFor()
    await look('failed')
    await page.getByRole('button', { name: 'Try again' }).click()
    await server().jobs.settle()
    await page.goto(url)
    await page.getByText('The app is ready.').waitFor()
    await look('ready')
    await page.getByRole('link', { name: 'Open Tip splitter' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tip splitter' }).waitFor()
  }, 120_000)
})
