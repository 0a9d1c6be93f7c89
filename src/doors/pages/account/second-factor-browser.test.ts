import { TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { browserForTests, screens, signInByForm, viewer } from '#testing/browser.ts'
import { forOneServer } from '#testing/server.ts'

const open = browserForTests()

describe.each(screens)('%s', (name, options) => {
  forOneServer((server) => {
    test('a person sets up an app without scripts, signs in with a code, and turns it off', async () => {
      const { username } = await server().account()
      const { page } = await open({ ...options, javaScriptEnabled: false })
      const look = viewer(page, `second-factor ${name}`, { javaScriptEnabled: false })
      await signInByForm(
        page,
        `${server().url}/signin?next=/settings/security/second-factor`,
        username,
        'Second factor',
      )
      await look('off')
      await page.getByLabel('Current password').fill('correct horse battery')
      await page.getByRole('button', { name: 'Set up an app' }).click()
      await page.getByRole('img', { name: 'QR code with the key below' }).waitFor()
      await look('key')
      const totp = new TOTP({
        secret: (await page.getByRole('group', { name: 'The key' }).innerText()).replaceAll(/\s/g, ''),
      })
      const code = () => totp.generate({ timestamp: server().clock.now() })
      await page.getByLabel('Code', { exact: true }).fill(code())
      await page.getByRole('button', { name: 'Turn on' }).click()
      await page.getByText('They will not be shown again').waitFor()
      expect((await page.getByRole('group', { name: 'Recovery codes' }).innerText()).trim().split('\n')).toHaveLength(
        10,
      )
      await look('codes')
      await page.getByRole('button', { name: /Sign out/ }).click()
      await page.getByLabel('Username').fill(username)
      await page.getByLabel('Password').fill('correct horse battery')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: 'Enter the code' }).waitFor()
      await look('second step')
      server().clock.advance(30_000)
      await page.getByLabel('Code', { exact: true }).fill(code())
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.goto(`${server().url}/settings/security/second-factor`)
      await look('on')
      server().clock.advance(30_000)
      await page.getByLabel('Current password').fill('correct horse battery')
      await page.getByLabel('Code', { exact: true }).fill(code())
      await page.getByRole('button', { name: 'Turn off' }).click()
      await page.getByText('Signing in no longer requires a code.').waitFor()
    })

    test('every page of the second factor and of recovery is accessible', async () => {
      const { username } = await server().account()
      const { page } = await open(options)
      const look = viewer(page, `second-factor ${name}`)
      await signInByForm(
        page,
        `${server().url}/signin?next=/settings/security/second-factor`,
        username,
        'Second factor',
      )
      await page.getByLabel('Current password').fill('correct horse battery')
      await page.getByRole('button', { name: 'Set up an app' }).click()
      await look('key')
      for (const path of ['/settings/security', '/settings/security/recovery', '/reset/request']) {
        await page.goto(`${server().url}${path}`)
        await look(path)
      }
    })
  })
})
