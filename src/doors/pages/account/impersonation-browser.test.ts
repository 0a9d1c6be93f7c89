import { describe, expect, test } from 'vitest'
import { addAuthenticator, browserForTests, screens, signInByForm, viewer } from '#testing/browser.ts'
import { signedInVisitor } from '#testing/program-sign-in.ts'
import { forOneServer, type TestServer } from '#testing/server.ts'
import { begin, pageOf, password, reason, rowsOf } from './fixtures/impersonating.ts'

const open = browserForTests()
const settings = { IMPERSONATION: 'on' }

async function twoAccounts(server: TestServer) {
  const { account: boss, visitor: admin } = await signedInVisitor(server, { isAdmin: true })
  return { boss, admin, ann: await server.account() }
}

describe.each(screens)('%s', (name, options) => {
  forOneServer(
    (server) => {
      test('an administrator sees pages of an account without scripts, under a banner that ends it', async () => {
        const { boss, ann } = await twoAccounts(server())
        const { page } = await open({ ...options, javaScriptEnabled: false })
        const look = viewer(page, `impersonation ${name}`, { javaScriptEnabled: false })
        await signInByForm(page, `${server().url}/signin?next=/settings`, boss.username, 'Profile')
        await page.goto(server().url + pageOf(ann))
        await look('form')
        await page.getByLabel('Reason').fill(reason)
        await page.getByLabel('Current password').fill(password)
        await page.getByRole('button', { name: 'See the pages' }).click()
        const banner = page.getByRole('complementary', { name: 'Impersonation' })
        await banner.getByText(`${boss.username} sees this page as ${ann.username}`).waitFor()
        await look('own settings')
        for (const path of ['/settings/calls', '/settings/links', '/settings/tokens']) {
          await page.goto(server().url + path)
          await look(path)
          expect(await banner.isVisible(), path).toBe(true)
        }
        await page.getByText('may neither see this page nor change anything').waitFor()
        await banner.getByRole('button', { name: 'End now' }).click()
        await page.getByText('You no longer see the pages of the account.').waitFor()
        expect(await banner.count()).toBe(0)
        expect(await rowsOf(server(), ann.id)).toEqual([])
      })

      test('its owner sees on the page of security who sees the pages, and ends it', async () => {
        const { boss, admin, ann } = await twoAccounts(server())
        await admin.submit(pageOf(ann), begin, { username: ann.username, reason, password })
        const { page } = await open(options)
        const look = viewer(page, `impersonated ${name}`)
        await signInByForm(page, `${server().url}/signin?next=/settings/security`, ann.username, 'Security')
        await look('security')
        await page.getByRole('button', { name: `End access to your pages for ${boss.username}` }).click()
        await page.getByText('The administrator no longer sees your pages.').waitFor()
        expect(await rowsOf(server(), ann.id)).toEqual([])
      })
    },
    { settings },
  )
})

forOneServer(
  (server) => {
    test('it begins with a passkey of the administrator, and with that of nobody else', async () => {
      const { boss, ann } = await twoAccounts(server())
      const { page, context } = await open()
      await addAuthenticator(context, page)
      await signInByForm(page, `${server().url}/signin?next=/settings/security`, boss.username, 'Security')
      await page.getByLabel('Name of the new passkey').fill('My key')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByText('The passkey was added').waitFor()
      await page.goto(server().url + pageOf(ann))
      const withKey = page.getByRole('button', { name: 'See the pages, with a passkey' })
      await withKey.click()
      await page
        .getByRole('alert')
        .getByText(/reason/i)
        .waitFor()
      expect(await rowsOf(server(), ann.id)).toEqual([])
      const { store } = server()
      const keys = (account_id: string) => store.run(store.sql('passkeys').update({ account_id }))
      await page.getByLabel('Reason').fill(reason)
      await keys(ann.id)
      await withKey.click()
      await page.getByRole('alert').getByText('The passkey was not accepted').waitFor()
      expect(await rowsOf(server(), ann.id)).toEqual([])
      await keys(boss.id)
      await withKey.click()
      await page.getByText(`${boss.username} sees this page as ${ann.username}`).waitFor()
      expect(await rowsOf(server(), ann.id)).toHaveLength(1)
    }, 60_000)
  },
  { settings: { ...settings, HOST: 'localhost' } },
)
