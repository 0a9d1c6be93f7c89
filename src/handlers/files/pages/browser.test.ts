import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForTests, browsers, signInByForm, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const open = browserForTests()
const server = serverForTests()

async function signIn(page: Page): Promise<void> {
  const { username } = await server().account()
  await signInByForm(page, `${server().url}/signin?next=/settings/files`, username, 'Files')
}

describe.each(browsers)('in a browser %s', (name, options) => {
  test('a person stores a file, shares it and deletes it, on pages that are accessible', async () => {
    const { page } = await open(options)
    await signIn(page)
    const look = viewer(page, `files ${name}`, options)
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
