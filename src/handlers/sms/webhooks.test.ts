import { expect, test } from 'vitest'
import { forEachSmsServer, friend, from, minuteMs, own, whatsappFrom } from './fixtures/sms-server.ts'
import { accountSid } from './fixtures/twilio-stand-in.ts'

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

  test.each([
    ['another account at Twilio', { AccountSid: `AC${'0'.repeat(32)}` }],
    ['no account at Twilio', { AccountSid: '' }],
    ['another number', { To: friend }],
    ['the number of another channel', { To: whatsappFrom }],
    ['a number on another channel', { To: `whatsapp:${from}` }],
  ])('a signed message to %s is refused and stored nowhere', async (_what, wrong) => {
    const ada = await holder(own)
    expect((await twilio.post(door(), address(), { ...fields, ...wrong })).status).toBe(403)
    expect((await ada.ok('sms.history', {})).items.filter(({ direction }) => direction === 'incoming')).toEqual([])
  })

  test('the delivery of a message that another account at Twilio has sent changes nothing', async () => {
    const ada = await server().account()
    await ada.ok('sms.send', { to: friend, text: 'Hello' })
    const report = (more: Record<string, string>) => twilio.report(door(), twilio.last, 'delivered', more)
    const status = async () => (await ada.ok('sms.history', {})).items[0]?.status
    expect([(await report({ AccountSid: `AC${'0'.repeat(32)}` })).status, await status()]).toEqual([403, 'queued'])
    expect([(await report({})).status, await status()]).toEqual([200, 'delivered'])
  })

  test('of a message with characters that no database stores the rest is stored, and its command obeyed', async () => {
    const ada = await holder(own)
    const post = (Body: string, sid: string) =>
      twilio.post(door(), address(), { ...fields, Body, MessageSid: `SM${sid.repeat(32)}` })
    expect((await post('On\u0000 my\r\nway\u0000', 'c')).status).toBe(200)
    expect((await ada.ok('sms.history', {})).items[0]?.text).toBe('On my\nway')
    expect((await post('ST\u0000OP', 'd')).status).toBe(200)
    const ben = await server().account()
    expect((await ben.fails('sms.send', { to: own, text: 'Hello' })).body.code).toBe('failed_precondition')
  })

  test('a form of 64 KiB is read, and one byte more is refused before its signature is checked', async () => {
    await holder(own)
    const sizeOf = (form: Record<string, string>) =>
      new URLSearchParams({ AccountSid: accountSid, ...form }).toString().length
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
