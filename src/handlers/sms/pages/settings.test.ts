import { afterAll, beforeAll, expect, test } from 'vitest'
import { browserForTests, screens, signInByForm, viewer } from '#testing/browser.ts'
import { serverForTests } from '#testing/server.ts'
import { friend, from, own } from '../fixtures/sms-server.ts'
import { Twilio } from '../fixtures/twilio-stand-in.ts'

const open = browserForTests()
const twilio = new Twilio()
const settings: Record<string, string> = { SMS_FROM: from, SMS_COUNTRIES: 'GB' }
beforeAll(async () => {
  await twilio.listen()
  Object.assign(settings, twilio.settings)
})
afterAll(() => twilio[Symbol.asyncDispose]())
const server = serverForTests({ settings })

test.each(screens)(
  'an administrator sees what was not sent, without what it said or to whom exactly, %s',
  async (name, options) => {
    const { account, store, clock } = server()
    const [boss, ada] = [await account(), await account()]
    await store.run(store.sql('accounts').where({ id: boss.id }).update({ is_admin: true }))
    twilio.now = () => clock.now()
    await ada.ok('sms.send', { to: friend, text: 'Secret words' })
    await store.run(
      store
        .sql('sms_messages')
        .where({ account: ada.id })
        .update({ status: 'failed', error: 'The number is not in use.' }),
    )
    twilio.treatments.set(own, 'cut after accepting')
    await ada.fails('sms.send', { to: own, text: 'Other secret' })
    const { page } = await open(options)
    await signInByForm(page, `${server().url}/signin?next=/settings/sms`, boss.username, 'SMS')
    const text = await page.locator('main').innerText()
    expect(text).toContain('The number is not in use.')
    expect(text).toContain('no response from the carrier yet')
    for (const hidden of ['ecret', friend, own]) expect(text).not.toContain(hidden)
    await viewer(page, `sms ${name}`, options)('administrator')
    const other = (await open()).page
    await signInByForm(other, `${server().url}/signin?next=/settings/sms`, ada.username, 'SMS')
    const theirs = await other.locator('main').innerText()
    expect(theirs).toContain('You have no verified number')
    expect(theirs).not.toContain('For administrators')
    await store.run(store.sql('accounts').where({ id: ada.id }).update({ is_admin: true, namespace: 'acme' }))
    await other.reload()
    expect(await other.locator('main').innerText()).not.toContain('For administrators')
    await store.run(store.sql('sms_messages').delete())
    clock.advance(120_000)
    const metrics = await (await fetch(`${server().url}/metrics`)).text()
    expect(metrics).toMatch(/^onedoor_sms_messages_total\{channel="sms",outcome="accepted"\} [1-9]/m)
    expect(metrics).toMatch(/^onedoor_sms_messages_total\{channel="sms",outcome="unknown"\} [1-9]/m)
  },
)
