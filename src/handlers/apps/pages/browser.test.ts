import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForTests, browsers, signInByForm, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const open = browserForTests()
const server = serverForTests()

const source = (text: string) => ({
  name: 'heron.html',
  mimeType: 'text/html',
  buffer: Buffer.from(`<!doctype html><html><body><p>${text}</p></body></html>`),
})

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

describe.each(browsers)('in a browser %s', (name, options) => {
  test('a person saves, changes, restores, publishes and deletes an app, on pages that are accessible', async () => {
    const { page } = await open(options)
    const look = viewer(page, `apps ${name}`, options)
    const { username, ok } = await server().account()
    await signInByForm(page, `${server().url}/signin?next=/settings/apps`, username, 'Apps')
    await look('none')
    await page.getByLabel('Name').fill('Heron watch')
    await page.getByLabel('Tags').fill('birds, river')
    await page.getByLabel('Price').fill('1.5')
    await page.getByLabel('Source').setInputFiles(source('First'))
    await press(page, 'Save the app')
    await page.getByText('The app was saved.').waitFor()
    await look('list')
    await page.getByRole('link', { name: 'Change Heron watch' }).click()
    await page.getByLabel('Name').fill('Heron')
    await page.getByLabel('New source').setInputFiles(source('Second'))
    await press(page, 'Save')
    await page.getByText('The app was changed.').waitFor()
    await look('versions')
    const [app] = (await ok('apps.collection', {})).items
    const slug = app?.slug ?? ''
    expect([app?.name, (await ok('apps.read', { slug })).html]).toEqual(['Heron', expect.stringContaining('Second')])
    await press(page, 'Restore version 1')
    await page.getByText('The version was restored.').waitFor()
    const restored = await ok('apps.read', { slug })
    expect([restored.app?.name, restored.html]).toEqual(['Heron watch', expect.stringContaining('First')])
    await press(page, 'Make it public')
    await page.getByText('Everybody may open it.').waitFor()
    await page.goto(`${server().url}/apps`)
    await look('gallery')
    expect(await page.getByText(`${username}, 1.5 credits for each opening`).count()).toBe(1)
    await page.goBack()
    await page.getByRole('link', { name: 'Delete this app' }).click()
    await look('deletion')
    await press(page, 'Delete the app for good')
    await page.getByText('The app was deleted.').waitFor()
    expect((await ok('apps.collection', {})).items).toEqual([])
  }, 90_000)
})
