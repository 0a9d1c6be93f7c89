import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { browserForTests, browsers, signInByForm, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const open = browserForTests()
const server = serverForTests()

async function signIn(page: Page, username: string): Promise<void> {
  await signInByForm(page, `${server().url}/signin?next=/settings/groups`, username, 'Groups')
}

describe.each(browsers)('in a browser %s', (name, options) => {
  test('a person accepts an invitation and creates a group, on accessible pages', async () => {
    const [ann, ben] = [await server().account(), await server().account()]
    const { id } = await ann.ok('groups.create', { name: 'لجنة البستان' })
    await ann.ok('groups.update', { id, action: 'invite', account: ben.username })
    const { page } = await open(options)
    await signIn(page, ben.username)
    const look = viewer(page, `groups ${name}`, options)
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
