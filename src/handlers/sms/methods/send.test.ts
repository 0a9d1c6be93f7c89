import { describe, expect, test } from 'vitest'
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
} from '../fixtures/sms-server.ts'

forEachSmsServer(({ server, twilio, door, balance, say }) => {
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

    test.each([
      ['another message', 0, 'sent'],
      ['the message itself', 1, 'queued'],
    ] as const)(
      'that is not confirmed is found next to odd ones, and not given up if odd itself: %s is odd',
      async (_, at, status) => {
        const ada = await server().account()
        await ada.ok('sms.send', { to: friend, text: 'before' })
        server().clock.advance(5 * minuteMs)
        twilio.treatments.set(friend, 'cut after accepting')
        await ada.fails('sms.send', { to: friend, text: 'hello' })
        twilio.treatments.clear()
        const taken = twilio.messages.slice(-2)
        for (const each of taken) each.status = 'sent'
        Object.assign(taken[at] as object, { status: null })
        server().clock.advance(3 * minuteMs)
        await server().jobs.settle()
        const { items } = await ada.ok('sms.history', {})
        expect(items.find(({ text }) => text === 'hello')?.status).toBe(status)
      },
    )

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
})
