import { describe, expect, test } from 'vitest'
import { pagesByCursor } from '#testing/pages-by-cursor.ts'
import { forEachServer, type TestAccount } from '#testing/server.ts'
import {
  credit,
  dayMs,
  forEachSmsServer,
  friend,
  from,
  minuteMs,
  own,
  publicUrl,
  whatsappFrom,
} from './fixtures/sms-server.ts'

forEachSmsServer(({ server, twilio, door, balance, say, holder }) => {
  describe('sending', () => {
    test('hands the message over once, charges for its segments and returns how many are left', async () => {
      const ada = await server().account()
      const before = await balance(ada)
      const now = new Date(server().clock.now()).toISOString()
      const sent = await ada.ok('sms.send', { to: '+44 7700 900-123', text: 'Running late' })
      expect(sent).toEqual({
        message: {
          ...{ id: expect.stringMatching(/^sms_[0-9a-z]{26}$/), direction: 'outgoing', other_number: friend },
          ...{ text: 'Running late', channel: 'sms', status: 'queued', segments: 1, created: now, updated: now },
        },
        ...{ cost_credits: 10, left_today: 4 },
      })
      expect(before - (await balance(ada))).toBe(10)
      expect(twilio.messages).toMatchObject([{ to: friend, from, body: 'Running late' }])
      expect(twilio.last.statusCallback).toBe(`${publicUrl}/sms/status?id=${sent.message.id}`)
      expect(await ada.ok('sms.history', {})).toEqual({ items: [sent.message], total: 1 })
      const long = await ada.ok('sms.send', { to: friend, text: 'ą'.repeat(71) })
      expect([long.message.segments, long.cost_credits, before - (await balance(ada))]).toEqual([2, 20, 30])
    })

    test.each([
      ['the number that messages are sent from', { to: from, text: 'x' }, 'invalid_argument'],
      ['letters', { to: '+44770CALLME', text: 'x' }, 'invalid_argument'],
      ['four segments', { to: friend, text: 'a'.repeat(460) }, 'invalid_argument'],
      ['nothing to say', { to: friend, text: ' ' }, 'invalid_argument'],
      ['a channel that there is not', { to: friend, text: 'x', channel: 'fax' }, 'invalid_argument'],
      ['a country that is not supported', { to: '+33612345678', text: 'x' }, 'failed_precondition'],
      ['an island with the prefix of the USA', { to: '+18765550123', text: 'x' }, 'failed_precondition'],
      ['WhatsApp to a stranger', { to: friend, text: 'x', channel: 'whatsapp' }, 'failed_precondition'],
    ])('is refused for %s, before anything is charged or counted', async (_what, args, code) => {
      const ada = await server().account()
      const before = await balance(ada)
      const { body } = await ada.fails('sms.send', args)
      expect(body.code).toBe(code)
      expect([await balance(ada), twilio.messages.length]).toEqual([before, 0])
      expect(await ada.ok('sms.number', {})).toMatchObject({ sent_today: 0, left_today: 5 })
    })

    test('is refused beyond the daily limit, which is reset at midnight UTC', async () => {
      const ada = await server().account()
      const texts = ['1', '2', '3', '4', '5', '6', '7']
      const all = await Promise.all(texts.map((text) => ada.call('sms.send', { to: friend, text })))
      expect(all.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429, 429])
      expect(twilio.messages).toHaveLength(5)
      const ben = await server().account()
      await ben.ok('sms.send', { to: friend, text: 'mine' })
      const toMidnight = dayMs - (server().clock.now() % dayMs)
      const { headers } = await ada.fails('sms.send', { to: friend, text: 'more' })
      expect(headers.get('retry-after')).toBe(String(Math.ceil(toMidnight / 1000)))
      server().clock.advance(toMidnight)
      expect(await ada.ok('sms.send', { to: friend, text: 'more' })).toMatchObject({ left_today: 4 })
    })

    test.each([
      [{ code: 21211 }, 400, 'invalid_argument'],
      [{ code: 21408 }, 400, 'failed_precondition'],
      [{ code: 21610 }, 400, 'failed_precondition'],
      [{ code: 30001 }, 502, 'upstream_failed'],
      ['busy', 502, 'upstream_failed'],
    ] as const)(
      'that the carrier refuses with %j costs nothing and leaves nothing behind',
      async (treatment, status, code) => {
        const ada = await server().account()
        const before = await balance(ada)
        twilio.treatments.set(friend, treatment)
        const refused = await ada.fails('sms.send', { to: friend, text: 'hello' })
        expect([refused.status, refused.body.code]).toEqual([status, code])
        expect(await balance(ada)).toBe(before)
        expect(await ada.ok('sms.history', {})).toEqual({ items: [], total: 0 })
        expect(await ada.ok('sms.number', {})).toMatchObject({ sent_today: 0 })
        twilio.treatments.clear()
        server().clock.advance(5 * minuteMs)
        const again = await ada.call('sms.send', { to: friend, text: 'hello' })
        // What the carrier knows of a number that has stopped is believed from then on.
        expect(again.status).toBe('code' in Object(treatment) && Object(treatment).code === 21610 ? 400 : 200)
      },
    )

    test.each([
      ['cut after accepting', 'queued', undefined],
      ['cut before accepting', 'failed', 'The carrier did not accept the message.'],
      ['unavailable', 'failed', 'The carrier did not accept the message.'],
    ] as const)('that is %s is settled later, never sent twice and never charged', async (treatment, status, error) => {
      const ada = await server().account()
      const before = await balance(ada)
      twilio.treatments.set(friend, treatment)
      const { body } = await ada.fails('sms.send', { to: friend, text: 'hello' })
      expect(body.error).toContain('The message may have been sent')
      const { items } = await ada.ok('sms.history', {})
      expect(items).toMatchObject([{ status: 'queued', text: 'hello' }])
      twilio.treatments.clear()
      const taken = twilio.messages.length
      expect((await ada.fails('sms.send', { to: friend, text: 'hello' })).body.code).toBe('failed_precondition')
      expect(twilio.messages.length).toBe(taken)
      server().clock.advance(3 * minuteMs)
      await server().jobs.settle()
      const [settled] = (await ada.ok('sms.history', {})).items
      expect([settled?.status, settled?.error]).toEqual([status, error])
      expect(await balance(ada)).toBe(before)
      if (taken === 0) return
      await twilio.report(door(), twilio.last, 'delivered')
      expect((await ada.ok('sms.history', {})).items[0]?.status).toBe('delivered')
    })

    test('costs a WhatsApp conversation once in 24 hours, with those who have written within a day', async () => {
      const ada = await server().account()
      const text = 'See you there'
      await say(friend, 'Hello?', 'whatsapp')
      const first = await ada.ok('sms.send', { to: friend, text, channel: 'whatsapp' })
      const second = await ada.ok('sms.send', { to: friend, text: 'x'.repeat(4096), channel: 'whatsapp' })
      expect([first.cost_credits, second.cost_credits, second.message.segments]).toEqual([5, 0, 1])
      expect(twilio.last).toMatchObject({ to: `whatsapp:${friend}`, from: `whatsapp:${whatsappFrom}` })
      server().clock.advance(dayMs)
      const { body } = await ada.fails('sms.send', { to: friend, text, channel: 'whatsapp' })
      expect(body.code).toBe('failed_precondition')
      await say(friend, 'Still there?', 'whatsapp')
      expect((await ada.ok('sms.send', { to: friend, text, channel: 'whatsapp' })).cost_credits).toBe(5)
    })

    test('needs credits for all its segments', async () => {
      const ada = await server().account()
      const { available } = await server().ledger.balance(ada.id)
      await server().ledger.reserve({
        ...{ accountId: ada.id, username: ada.username, operationId: 'sms.send', requestId: 'req_1' },
        microCredits: available - 19 * credit,
      })
      expect((await ada.fails('sms.send', { to: friend, text: 'a'.repeat(161) })).body.code).toBe('payment_required')
      const poor = await server().account()
      const all = { microCredits: (await server().ledger.balance(poor.id)).available, requestId: 'req_2' }
      const { id: accountId } = poor
      await server().ledger.reserve({ accountId, operationId: 'sms.verify', ...all })
      expect((await poor.fails('sms.verify', { number: own })).body.code).toBe('payment_required')
      expect(twilio.messages).toHaveLength(0)
      await ada.ok('sms.send', { to: friend, text: 'a'.repeat(160) })
      expect(await balance(ada)).toBe(9)
    })

    test('continues when the sender disconnects: what was handed over is stored and charged', async () => {
      const ada = await server().account()
      const before = await balance(ada)
      const leaving = new AbortController()
      twilio.onMessage = () => leaving.abort()
      await expect(
        ada.send('sms.send', {
          method: 'POST',
          signal: leaving.signal,
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ to: friend, text: 'x' }),
        }),
      ).rejects.toThrow()
      await expect.poll(() => balance(ada)).toBe(before - 10)
      expect((await ada.ok('sms.history', {})).items).toHaveLength(1)
    })
  })

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
