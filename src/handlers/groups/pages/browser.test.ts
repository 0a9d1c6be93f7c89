import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForTests, expectAccessible } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
const open = browserForTests()
const server = serverForTests()

async function signIn(page: Page, username: string): Promise<void> {
  await page.goto(`${server().url}/signin?next=/settings/groups`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Groups' }).waitFor()
}

describe.each([
  ['with scripts', {}],
  ['without any script', { javaScriptEnabled: false }],
  ['on a phone', phone],
])('in a browser %s', (name, options) => {
  test('a person accepts an invitation and makes a group of their own, on pages that are accessible', async () => {
    const [ann, ben] = [await server().account(), await server().account()]
    const { id } = await ann.ok('groups.create', { name: 'لجنة البستان' })
    await ann.ok('groups.update', { id, action: 'invite', account: ben.username })
    const { page } = await open(options)
    await signIn(page, ben.username)
    const hasScripts = !('javaScriptEnabled' in options)
    const look = async (what: string) => {
      if (hasScripts) await expectAccessible(page)
      const folder = process.env.ONEDOOR_SCREENSHOTS
      if (folder)
        await page.screenshot({ path: `${folder}/groups ${name} ${what}.png`.replaceAll(' ', '-'), fullPage: true })
    }
    await look('invitation')
    await page.getByRole('button', { name: 'Accept: لجنة البستان' }).click()
    await page.getByText('You have joined the group.').waitFor()
    await look('member')
    await page.getByRole('link', { name: 'All groups' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Saturday cyclists')
    await page.getByRole('button', { name: 'Create the group' }).click()
    await page.getByText('The group was created.').waitFor()
    await page.getByLabel('Username').fill(ann.username)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('The invitation was sent.').waitFor()
    await look('owner')
    await page.getByRole('link', { name: 'Close this group' }).click()
    await look('closing')
    await page.getByRole('button', { name: 'Close the group for good' }).click()
    await page.getByText('The group was closed.').waitFor()
    expect((await ben.ok('groups.list', {})).items.map((group) => group.id)).toEqual([id])
  }, 60_000)
})
