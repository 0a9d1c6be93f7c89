import { expect, test } from 'vitest'
import { browserForTests, phone, screens, signInByForm, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'

const open = browserForTests()
const server = serverForTests()
const place = '/settings/rules'

test.each([...screens, ['without scripts', { javaScriptEnabled: false, ...phone }] as const])(
  'the page of rules saves a preset and a document, and shows its tests, %s',
  async (_what, options) => {
    const account = await server().account()
    const { page } = await open(options)
    await signInByForm(page, `${server().url}/signin?next=${encodeURIComponent(place)}`, account.username, 'Rules')
    // axe is a script.
    const look = 'javaScriptEnabled' in options ? async () => undefined : viewer(page, `rules ${_what}`, options)
    await page.getByRole('radio', { name: 'Read only' }).check()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('The rules were saved.').waitFor()
    const document = {
      preset: 'careful',
      rules: [{ decision: 'deny', for: { kind: 'app' }, operation: 'mail.send', recipients: 'unknown' }],
      tests: [{ for: { kind: 'app' }, operation: 'mail.send', arguments: { to: 'eve@example.net' }, expect: 'ask' }],
    }
    await page.getByLabel('Rules as JSON').fill(JSON.stringify(document))
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByText('1 of 1 tests fail.').waitFor()
    expect(await page.getByRole('radio', { name: 'Careful' }).isChecked()).toBe(true)
    await page.getByRole('table', { name: 'Rules' }).getByText('Deny mail.send to anyone but contacts').waitFor()
    await look('own rules')
    await page.getByLabel('Decision').selectOption('Deny')
    await page.getByLabel('For', { exact: true }).selectOption('hosted apps')
    await page.getByLabel('What it does').selectOption('spends')
    await page.getByLabel('Costs more credits than').fill('2')
    await page.getByRole('button', { name: 'Add the rule' }).click()
    await page.getByRole('table', { name: 'Rules' }).getByText('Deny every call that spends').waitFor()
    await page.getByRole('button', { name: 'Remove: Deny mail.send to anyone but contacts' }).click()
    await page.getByText('The rule was removed.').waitFor()
    expect(await page.getByRole('table', { name: 'Rules' }).getByText('Deny mail.send').count()).toBe(0)
    await page.getByLabel('Decision').selectOption('Allow')
    await page.getByRole('button', { name: 'Add the rule' }).click()
    await page.getByText('Method must be given').waitFor()
    await look('a rejected rule')
    await page.getByLabel('Rules as JSON').fill('{')
    await page.getByRole('button', { name: 'Save the rules' }).click()
    await page.getByRole('alert').getByText('document must be JSON').waitFor()
    await look('rejected')
  },
  60_000,
)
