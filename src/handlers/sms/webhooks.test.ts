import { expect, test } from 'vitest'
import { forEachSmsServer, friend, from, minuteMs, own } from './fixtures/sms-server.ts'

forEachSmsServer(({ server, twilio, door, say, holder }) => {
  const address = () => `${door().publicUrl}/sms/incoming`
  const fields = { From: own, To: from, Body: 'Ping', MessageSid: `SM${'b'.repeat(32)}` }

  test.each([
    ['a sender without a plus sign', { From: '447700900456' }],
    ['a sender that is a name', { From: 'BANK' }],
    ['a sender with a blank', { From: '+44 7700 900456' }],
    ['a sender that begins with zero', { From: '+0447700900456' }],
    ['a sender of 20 digits', { From: `+${'4'.repeat(20)}` }],
    ['a sender with a line break', { From: `${own}\r\n` }],
    ['a sender in other digits', { From: '+４４７７００９００４５６' }],
    ['a sender on another channel', { From: `messenger:${own}` }],
    ['no sender', { From: '' }],
    ['no recipient', { To: '' }],
    ['no id', { MessageSid: '' }],
    ['an invalid id', { MessageSid: "SM' or 1=1" }],
  ])('a signed message with %s is refused and stored nowhere', async (_what, wrong) => {
    const ada = await holder(own)
    expect((await twilio.post(door(), address(), { ...fields, ...wrong })).status).toBe(400)
    expect((await ada.ok('sms.history', {})).items.filter(({ direction }) => direction === 'incoming')).toEqual([])
  })

  test('a form of 64 KiB is read, and one byte more is refused before its signature is checked', async () => {
    await holder(own)
    const sizeOf = (form: Record<string, string>) => new URLSearchParams(form).toString().length
    const rest = 65_536 - sizeOf({ ...fields, Body: '' })
    const post = (length: number) => twilio.post(door(), address(), { ...fields, Body: 'x'.repeat(length) })
    expect([(await post(rest)).status, (await post(rest + 1)).status]).toEqual([200, 413])
    const forged = await twilio.post(door(), address(), { ...fields, Body: 'x'.repeat(rest + 1) }, 'another-token')
    expect(forged.status).toBe(413)
  })

  test('1,200 requests of one address are handled in a minute, signed or not', async () => {
    server().clock.advance(2 * minuteMs)
    const forge = () => fetch(`${server().url}/sms/incoming`, { method: 'POST', body: new URLSearchParams(fields) })
    const statuses: number[] = []
    // As many at once as one address may have connections.
    for (let at = 0; at < 1200; at += 40) {
      const some = await Promise.all(Array.from({ length: 40 }, forge))
      for (const response of some) {
        statuses.push(response.status)
        await response.arrayBuffer()
      }
    }
    expect(new Set(statuses)).toEqual(new Set([403]))
    const beyond = await twilio.post(door(), address(), fields)
    expect([beyond.status, Number(beyond.headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    server().clock.advance(2 * minuteMs)
    expect((await twilio.post(door(), address(), fields)).status).toBe(200)
  })

  test('of two who write to one number the later gets the reply, on the channel on which they wrote', async () => {
    const [ada, ben] = [await server().account(), await server().account()]
    const received = async () =>
      Promise.all(
        [ada, ben].map(async (account) => {
          const { items } = await account.ok('sms.history', {})
          return items.filter(({ direction }) => direction === 'incoming').map(({ text }) => text)
        }),
      )
    await ada.ok('sms.send', { to: friend, text: 'Dinner at 8?' })
    await say(friend, 'to Ada')
    await ben.ok('sms.send', { to: friend, text: 'The parcel is here.' })
    await say(friend, 'to Ben')
    await say(friend, 'to nobody', 'whatsapp')
    expect(await received()).toEqual([['to Ada'], ['to Ben']])
  })
})
