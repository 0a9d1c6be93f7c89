import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForTests, browsers, signInByForm, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const open = browserForTests()
const server = serverForTests()

const icon = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3"/></svg>'
const text = (said: string) => `<!doctype html>\n<html><body>\n<p>${said}</p>\n</body></html>`
const source = (said: string) => ({
  name: 'heron.html',
  mimeType: 'text/html',
  buffer: Buffer.from(text(said)),
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
    await page.getByLabel('File with the source').setInputFiles(source('First'))
    await press(page, 'Save the app')
    await page.getByText('The app was saved.').waitFor()
    await page.getByRole('link', { name: 'All apps' }).click()
    await look('list')
    await page.getByRole('link', { name: 'Change Heron watch' }).click()
    await page.getByLabel('Name').fill('Heron')
    await page.getByLabel('Icon').fill('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')
    await page.getByLabel('Source', { exact: true }).fill(text('Second'))
    await press(page, 'Save')
    await page.locator('.problem').waitFor()
    await look('rejected')
    expect(await page.getByLabel('Source', { exact: true }).inputValue()).toContain('Second')
    await page.getByLabel('Icon').fill(icon)
    await press(page, 'Save')
    await page.getByText('The app was changed.').waitFor()
    await look('versions')
    const [app] = (await ok('apps.collection', {})).items
    const slug = app?.slug ?? ''
    expect((await ok('apps.read', { slug })).app?.icon).toBe(icon)
    expect([app?.name, (await ok('apps.read', { slug })).html]).toEqual(['Heron', expect.stringContaining('Second')])
    await press(page, 'Restore version 1')
    await page.getByText('The version was restored.').waitFor()
    const restored = await ok('apps.read', { slug })
    expect([restored.app?.name, restored.html]).toEqual(['Heron watch', expect.stringContaining('First')])
    await press(page, 'Make it public')
    await page.getByText('Anyone may open it.').waitFor()
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

test('a source in the form has at most 256 KiB, for any line ends; a longer one is rejected, never cut', async () => {
  const { inBrowser, ok } = await server().account()
  const { cookie, csrfToken } = await inBrowser()
  const send = async (name: string, sourceText: string) => {
    const form = new FormData()
    for (const [field, value] of Object.entries({ csrf_token: csrfToken, name, source: sourceText }))
      form.set(field, value)
    const url = `${server().url}/settings/apps`
    const response = await fetch(url, { method: 'POST', headers: { Cookie: cookie }, body: form, redirect: 'manual' })
    return response.status
  }
  const whole = `${text('Heron')}${'\n'.repeat(262_144 - text('Heron').length)}`
  const statuses = [
    await send('Whole', whole),
    await send('Over', `${whole}\n`),
    await send('Far over', whole.repeat(3)),
  ]
  expect([...statuses, await send('None', '')]).toEqual([303, 400, 413, 400])
  const { items } = await ok('apps.collection', {})
  expect(items.map(({ name }) => name)).toEqual(['Whole'])
  expect((await ok('apps.read', { slug: 'whole' })).html).toBe(whole)
})
