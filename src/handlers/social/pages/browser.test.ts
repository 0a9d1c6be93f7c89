import { describe, expect, test } from 'vitest'
import { browserForTests, browsers, expectAccessible } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const open = browserForTests()
const server = serverForTests()

describe.each(browsers)('in a browser %s', (name, options) => {
  test('a person signs in, posts, replies and deletes, on pages that are accessible', async () => {
    const { username } = await server().account()
    const { page } = await open(options)
    const hasScripts = !('javaScriptEnabled' in options)
    const look = async (what: string) => {
      if (hasScripts) await expectAccessible(page)
      const folder = process.env.ONEDOOR_SCREENSHOTS
      if (folder)
        await page.screenshot({ path: `${folder}/social ${name} ${what}.png`.replaceAll(' ', '-'), fullPage: true })
    }
    await page.goto(`${server().url}/social`)
    await look('reader')
    await page.getByRole('link', { name: 'Sign in', exact: true }).last().click()
    await page.getByLabel('Username').fill(username)
    await page.getByLabel('Password').fill('correct horse battery')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('Your post').fill(`Who has a ladder?\n${name}, منحدر`)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.getByText('Your post was published.').waitFor()
    await page.getByRole('listitem').first().getByRole('link').first().click()
    await page.getByLabel('Your reply').fill('I have one that I seldom need.')
    await page.getByRole('button', { name: 'Reply' }).click()
    await page.getByText('Your reply was published.').waitFor()
    await look('thread')
    await page.getByRole('link', { name: 'All posts' }).click()
    await look('posts')
    const before = await server().anonymous.ok('social.list', {})
    await page.getByRole('link', { name: 'Delete your post' }).first().click()
    await look('deletion')
    await page.getByRole('button', { name: 'Delete the post permanently' }).click()
    await page.getByText('The post was deleted.').waitFor()
    expect((await server().anonymous.ok('social.list', {})).total).toBe(before.total - 1)
  }, 60_000)
})
