import { expect, onTestFinished, test } from 'vitest'
import { manualClock } from '#runtime/base/clock.ts'
import { readSettings } from '#runtime/base/setting.ts'
import { forOneDatabase } from '#testing/databases.ts'
import { startDns } from '#testing/dns-server.ts'
import { signingKey } from './dkim.ts'
import { dkimKey } from './dkim-rotation.ts'
import { mailSettings } from './settings.ts'

forOneDatabase((_dialect, openTestStore) => {
  test('mail is signed with a new key only once its record is published, under the other selector', async () => {
    const dns = await startDns()
    onTestFinished(() => dns.close())
    const world = { store: await openTestStore(), clock: manualClock() }
    const { values } = readSettings(mailSettings, { MAIL_DOMAIN: 'mail.example.org', MAIL_DNS_SERVERS: dns.address })
    const rotate = () => dkimKey(values).rotate(world)
    const old = await signingKey(world)
    for (const [next, before] of [
      ['onedoor2', 'onedoor'],
      ['onedoor', 'onedoor2'],
    ] as const) {
      const name = `${next}._domainkey.mail.example.org`
      const said = await rotate()
      const [, record = ''] = / TXT "([^"]+)"/.exec(said) ?? []
      expect([said.includes(name), record]).toEqual([true, expect.stringMatching(/^v=DKIM1; k=rsa; p=/)])
      dns.names[name] = { TXT: ['v=DKIM1; k=rsa; p=another'] }
      expect(await rotate()).toBe(said)
      expect((await signingKey(world)).selector).toBe(before)
      dns.names[name] = { TXT: [record] }
      expect(await rotate()).toContain(`Remove the record ${before}._domainkey.mail.example.org`)
      expect(await signingKey(world)).toMatchObject({ selector: next, record })
    }
    expect((await signingKey(world)).record).not.toBe(old.record)
  })

  test('without a mail domain there is nothing to rotate', async () => {
    const world = { store: await openTestStore(), clock: manualClock() }
    const { values } = readSettings(mailSettings, {})
    await expect(dkimKey(values).rotate(world)).rejects.toThrow('MAIL_DOMAIN')
  })
})
