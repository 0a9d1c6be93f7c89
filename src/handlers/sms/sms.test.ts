import { describe, expect, test } from 'vitest'
import { pagesByCursor } from '#testing/pages-by-cursor.ts'
import { forEachServer, type TestAccount } from '#testing/server.ts'
import { dayMs, forEachSmsServer, friend, from, minuteMs, own, publicUrl } from './fixtures/sms-server.ts'

forEachSmsServer(({ server, twilio, door, say, holder }) => {
  describe('a status from Twilio', () => {
    test('never moves a message back', async () => {
      const ada = await server().account()
      await ada.ok('sms.send', { to: friend, text: 'one' })
      const [one] = twilio.messages as [(typeof twilio.messages)[number]]
      const status = async () => (await ada.ok('sms.history', {})).items.map(({ status, error }) => [status, error])
      for (const [reported, shown] of [
        ['sending', 'queued'],
        ['sent', 'sent'],
        ['queued', 'sent'],
        ['delivered', 'delivered'],
        ['sent', 'delivered'],
        ['failed', 'delivered'],
      ] as const) {
        expect((await twilio.report(door(), one, reported)).status).toBe(200)
        expect(await status()).toEqual([[shown, undefined]])
      }
      await ada.ok('sms.send', { to: friend, text: 'two' })
      await twilio.report(door(), twilio.last, 'undelivered', { ErrorCode: '30005' })
      expect((await status())[0]).toEqual(['failed', 'The number is not in use.'])
      const { id } = (await ada.ok('sms.history', { limit: 1 })).items[0] as { id: string }
      expect(await ada.ok('sms.source', { id })).toMatchObject({
        ...{ thread: friend, direction: 'outgoing', from, to: [friend], channel: 'sms', delivery: 'failed' },
        delivery_error: 'The number is not in use.',
      })
    })

    test('is believed only with its signature of the public address and all fields', async () => {
      const ada = await holder(own)
      const fields = { From: own, To: from, Body: 'Ping', MessageSid: `SM${'a'.repeat(32)}` }
      const address = `${publicUrl}/sms/incoming`
      const history = async () => (await ada.ok('sms.history', {})).items.filter(({ text }) => text === 'Ping')
      const forged = await Promise.all([
        twilio.post(door(), address, fields, 'another-token'),
        fetch(`${server().url}/sms/incoming`, { method: 'POST', body: new URLSearchParams(fields) }),
        twilio.post({ ...door(), publicUrl: 'https://other.example' }, 'https://other.example/sms/incoming', fields),
      ])
      expect(forged.map(({ status }) => status)).toEqual([403, 403, 403])
      expect(await history()).toEqual([])
      const json = await fetch(`${server().url}/sms/incoming`, {
        ...{ method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } },
      })
      const large = await twilio.post(door(), address, { ...fields, Body: 'x'.repeat(70_000) })
      const got = await fetch(`${server().url}/sms/incoming`)
      const elsewhere = await fetch(`${server().url}/sms/outgoing`, { method: 'POST' })
      expect([json.status, large.status, got.status, elsewhere.status]).toEqual([415, 413, 405, 404])
      for (let n = 0; n < 2; n++) expect((await twilio.post(door(), address, fields)).status).toBe(200)
      expect(await history()).toHaveLength(1)
    })

    test('reaches the account with the sender’s number, or the one that wrote to it last, or nobody', async () => {
      const ada = await holder(own)
      const ben = await server().account()
      await ben.ok('sms.send', { to: own, text: 'Are you there?' })
      await ben.ok('sms.send', { to: friend, text: 'Dinner at 8?' })
      await say(own, 'I am')
      await say(friend, 'Yes')
      await say('+447700900777', 'Win a prize')
      const received = async (account: TestAccount) =>
        (await account.ok('sms.history', {})).items.filter(({ direction }) => direction === 'incoming')
      expect(await received(ada)).toMatchObject([{ other_number: own, text: 'I am', status: 'received' }])
      expect(await received(ben)).toMatchObject([{ other_number: friend, text: 'Yes', status: 'received' }])
      const [{ id } = { id: '' }] = await received(ben)
      expect(await ben.ok('sms.source', { id })).toMatchObject({ direction: 'incoming', from: friend, to: [from] })
      const missing = await ada.fails('sms.source', { id: 'sms_01k9y3m8v7e3q8t5r2w4x6y8z0' })
      const others = await ada.fails('sms.source', { id })
      expect([others.status, others.body.error.replace(id, '')]).toEqual([
        missing.status,
        missing.body.error.replace('sms_01k9y3m8v7e3q8t5r2w4x6y8z0', ''),
      ])
      server().clock.advance(31 * dayMs)
      await say(friend, 'Late')
      expect(await received(ben)).toHaveLength(1)
    })

    test('STOP ends all messages to a number, of every account and channel, until START', async () => {
      const ada = await server().account()
      const ben = await server().account()
      await ada.ok('sms.send', { to: friend, text: 'Hello' })
      expect(await (await say(friend, ' Stop. ')).text()).toContain('<Response></Response>')
      const refused = await Promise.all([
        ada.fails('sms.send', { to: friend, text: 'Hello?' }),
        ben.fails('sms.send', { to: friend, text: 'Hi' }),
        ben.fails('sms.send', { to: friend, text: 'Hi', channel: 'whatsapp' }),
        ben.fails('sms.verify', { number: friend }),
      ])
      expect(refused.map(({ body }) => body.code)).toEqual(Array(4).fill('failed_precondition'))
      expect(refused[0]?.body.error).toContain('STOP')
      expect((await ada.ok('sms.history', {})).items).toHaveLength(1)
      expect(await (await say(friend, 'START', 'whatsapp')).text()).toContain('You will receive messages again')
      await ben.ok('sms.send', { to: friend, text: 'Hi' })
      expect(await (await say(friend, 'help')).text()).toContain('Reply STOP')
      await say(friend, 'Yes')
      expect((await ben.ok('sms.history', {})).items[0]).toMatchObject({ direction: 'incoming', text: 'Yes' })
    })
  })

  test('both sides of a conversation are one thread of the inbox', async () => {
    const ada = await server().account()
    await ada.ok('sms.send', { to: friend, text: 'Dinner at 8?' })
    server().clock.advance(minuteMs)
    await say(friend, 'Yes')
    await server().jobs.settle()
    await server().bus.settle()
    const { store } = server()
    const items = await store.all(
      store
        .sql('inbox_messages as i')
        .join('inbox_threads as t', 't.id', 'i.thread')
        .where({ 't.owner': ada.id, 't.kind': 'sms' })
        .select('t.subject', 'i.text', 'i.role')
        .orderBy('i.created_at'),
    )
    expect(items).toEqual([
      { subject: friend, text: 'Dinner at 8?', role: 'owner' },
      { subject: friend, text: 'Yes', role: 'other' },
    ])
  })

  test('sources lists the ids of all messages, oldest first, by offset and by cursor', async () => {
    const ada = await server().account()
    const ids: string[] = []
    for (const text of ['a', 'b', 'c']) ids.push((await ada.ok('sms.send', { to: friend, text })).message.id)
    const first = await ada.ok('sms.sources', { limit: 2 })
    expect(first).toMatchObject({ total: 3, offset: 0, next_offset: 2, next_cursor: expect.any(String) })
    const rest = [{ offset: 2 }, { cursor: first.next_cursor as string }]
    for (const page of rest) {
      expect((await ada.ok('sms.sources', { limit: 2, ...page })).items.map(({ id }) => id)).toEqual(ids.slice(2))
    }
    expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const ben = await server().account()
    expect(await ben.ok('sms.sources', {})).toEqual({ items: [], total: 0, offset: 0 })
  })

  test('the history pages to its end by cursor, newest first, and no message is there twice', async () => {
    const [ada, ben] = [await server().account(), await server().account()]
    const ids: string[] = []
    for (const text of ['a', 'b', 'c', 'd']) ids.push((await ada.ok('sms.send', { to: friend, text })).message.id)
    const pages = await pagesByCursor(async (from) => {
      const page = await ada.ok('sms.history', { limit: 2, ...from })
      if (from.cursor === undefined) ids.push((await ada.ok('sms.send', { to: friend, text: 'meanwhile' })).message.id)
      return page
    })
    expect(pages.map(({ total }) => total)).toEqual([4, 5])
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids.slice(0, 4).toReversed())
    expect(await ben.ok('sms.history', { cursor: pages[0]?.next_cursor ?? '' })).toEqual({ items: [], total: 0 })
  })

  test('old messages are deleted, and records of numbers that are no longer needed', async () => {
    const ada = await server().account()
    await ada.ok('sms.send', { to: friend, text: 'old' })
    await say(friend, 'hello', 'whatsapp')
    await say('+447700900777', 'stop')
    await server().jobs.settle()
    const rowsOf = async (table: string) => (await server().store.all(server().store.sql(table).select('*'))).length
    expect([await rowsOf('sms_contacts'), await rowsOf('sms_messages')]).toEqual([2, 1])
    server().clock.advance(39 * dayMs)
    await ada.ok('sms.send', { to: friend, text: 'new' })
    server().clock.advance(2 * dayMs)
    await server().jobs.settle()
    expect((await ada.ok('sms.history', {})).items.map(({ text }) => text)).toEqual(['new'])
    await server().bus.settle()
    const inbox = server().store.sql('inbox_messages').where({ owner: ada.id }).select('text')
    expect(await server().store.all(inbox)).toEqual([{ text: 'new' }])
    expect([await rowsOf('sms_contacts'), await rowsOf('sms_days'), await rowsOf('sms_codes')]).toEqual([1, 0, 0])
  })
})

forEachServer((server) => {
  test('without an account at Twilio nothing is sent or received, and errors name the missing setting', async () => {
    const ada = await server().account()
    const { body } = await ada.fails('sms.send', { to: friend, text: 'x' })
    expect([body.code, body.error]).toEqual(['not_configured', expect.stringContaining('TWILIO_ACCOUNT_SID')])
    expect(await ada.ok('sms.number', {})).toMatchObject({ verified: [], sent_today: 0 })
    expect((await fetch(`${server().url}/sms/incoming`, { method: 'POST' })).status).toBe(404)
  })
})
