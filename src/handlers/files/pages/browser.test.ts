import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForTests, expectAccessible } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const open = browserForTests()
const server = serverForTests()

async function signIn(page: Page): Promise<void> {
  const { username } = await server().account()
  await page.goto(`${server().url}/signin?next=/settings/files`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Files' }).waitFor()
}

describe.each([
  ['with scripts', {}],
  ['without any script', { javaScriptEnabled: false }],
  ['on a phone', phone],
])('in a browser %s', (name, options) => {
  test('a person stores a file, shares it and deletes it, on pages that are accessible', async () => {
    const { page } = await open(options)
    await signIn(page)
    const hasScripts = !('javaScriptEnabled' in options)
    const look = async (what: string) => {
      if (hasScripts) await expectAccessible(page)
      const folder = process.env.ONEDOOR_SCREENSHOTS
      if (folder)
        await page.screenshot({ path: `${folder}/files ${name} ${what}.png`.replaceAll(' ', '-'), fullPage: true })
    }
    await look('without files')
    const file = { name: 'harvest-2026.csv', mimeType: 'text/csv', buffer: Buffer.alloc(200_000, 'tree,kg\n') }
    await page.getByLabel('New file').setInputFiles(file)
    await page.getByRole('button', { name: 'Store the file' }).click()
    await page.getByText('The file was stored.').waitFor()
    await look('list')
    await page.getByRole('button', { name: 'Make public: harvest-2026.csv' }).click()
    await page.getByText('The file is public').waitFor()
    await page.getByRole('link', { name: 'Delete harvest-2026.csv' }).click()
    await look('deletion')
    await page.getByRole('button', { name: 'Delete the file for good' }).click()
    await page.getByText('The file was deleted.').waitFor()
    expect(await page.getByText('You have no files yet.').count()).toBe(1)
  }, 60_000)
})
