import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAuthenticator, browserForTests, browsers, signInByForm, viewer } from '#testing/browser.ts'
import { newDataDir } from '#testing/databases.ts'
import { OpenidProvider } from '#testing/openid-provider.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let provider: OpenidProvider
let server: TestServer
const open = browserForTests()

beforeAll(async () => {
  provider = await new OpenidProvider().open()
  server = await startTestServer({
    dataDir: await newDataDir(),
    // The provider has no clock but that of this machine.
    now: new Date().toISOString(),
    // A name instead of an address, because browsers allow passkeys only for names.
    settings: { ...provider.settings, OIDC_SIGNUP: 'on', HOST: 'localhost' },
  })
  provider.register(server.url)
  await server.account()
})
afterAll(async () => {
  await server.stop()
  await provider.close()
})

test.each(browsers)('a person signs in with an OpenID provider, and sets a password, %s', async (name, options) => {
  provider.people.set(name, { preferred_username: 'carla' })
  const { page } = await open(options)
  const look = viewer(page, `sign-in provider ${name}`, options)
  await page.goto(`${server.url}/settings/security`)
  await page.getByRole('button', { name: 'Sign in with Example ID' }).waitFor()
  await look('the page to sign in')
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await page.getByRole('heading', { name: 'Example ID', exact: true }).waitFor()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { level: 1, name: 'Security' }).waitFor()
  await look('the security of a linked account')
  await page.getByLabel('New password', { exact: true }).fill('quite another password')
  await page.getByLabel('Repeat the password').fill('quite another password')
  await page.getByRole('button', { name: 'Set a password' }).click()
  await page.getByRole('button', { name: 'Remove the link with Example ID', exact: true }).waitFor()
  expect(await page.getByText('Linked since').isVisible()).toBe(true)
  await page.getByRole('button', { name: /^Sign out \w+$/ }).click()
  await page.getByRole('link', { name: 'Also sign out of Example ID' }).waitFor()
  await look('the page after signing out')
})

test('a person links an account after confirming with a passkey', async () => {
  const { username } = await server.account('wilma')
  const { page, context } = await open()
  await addAuthenticator(context, page)
  await signInByForm(page, `${server.url}/signin?next=/settings/security`, username, 'Security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('The passkey was added').waitFor()
  await page.getByRole('button', { name: 'Link with Example ID, with a passkey' }).click()
  await page.getByLabel('Name', { exact: true }).fill('u-30')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByText('The account was linked.').waitFor()
  await page.getByRole('button', { name: 'Remove the link with Example ID, with a passkey' }).click()
  await page.getByText('The link was removed.').waitFor()
})
