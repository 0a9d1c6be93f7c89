import { describe, expect, test } from 'vitest'
import { forEachSmsServer, friend, from, minuteMs, own } from '../fixtures/sms-server.ts'

forEachSmsServer(({ server, twilio, balance, holder }) => {
  describe('verifying a number', () => {
    test('accepts the code that was sent to the number, which nobody can read here, and gives the number to the account', async () => {
      const ada = await server().account()
      const before = await balance(ada)
      const asked = await ada.ok('sms.verify', { number: '+44 7700 900456' })
      const expires = new Date(server().clock.now() + 10 * minuteMs).toISOString()
      expect(asked).toEqual({ number: own, verified: false, code_expires: expires, cost_credits: 10 })
      expect(before - (await balance(ada))).toBe(10)
      const code = /\d{6}/.exec(twilio.last.body)?.[0] ?? ''
      const { items } = await ada.ok('sms.history', {})
      expect(items[0]?.text).toBe('•••••• is your code for door.example. It is valid for 10 minutes.')
      expect(await ada.ok('sms.verify', { number: own, code })).toEqual({
        number: own,
        verified: true,
        cost_credits: 0,
      })
      expect(await ada.ok('sms.number', {})).toEqual({
        ...{ sending_number: from, verified: [own], countries: ['GB', 'IE', 'US'] },
        ...{ sent_today: 1, daily_limit: 5, left_today: 4 },
        text: `Messages are sent from ${from}. 4 of 5 messages are left today.`,
      })
      expect(await ada.ok('sms.verify', { number: own })).toEqual({ number: own, verified: true, cost_credits: 0 })
      expect((await ada.fails('sms.verify', { number: from })).body.code).toBe('invalid_argument')
      expect((await ada.fails('sms.verify', { number: own, code: '12345' })).body.code).toBe('invalid_argument')
      // The current holder of the phone gets the number.
      const ben = await holder(own)
      expect((await ada.ok('sms.number', {})).verified).toEqual([])
      expect((await ben.ok('sms.number', {})).verified).toEqual([own])
    })

    test('allows five tries within ten minutes, and no other account’s', async () => {
      const ada = await server().account()
      await ada.ok('sms.verify', { number: own })
      const code = /\d{6}/.exec(twilio.last.body)?.[0] ?? ''
      const wrong = code === '000000' ? '000001' : '000000'
      const ben = await server().account()
      expect((await ben.fails('sms.verify', { number: own, code })).body.error).toContain('No valid code')
      const tries = await Promise.all(
        Array.from({ length: 5 }, () => ada.fails('sms.verify', { number: own, code: wrong })),
      )
      expect(tries.map(({ body }) => /(\d attempts?|no attempts)/.exec(body.error)?.[0]).toSorted()).toEqual([
        ...['1 attempt', '2 attempts', '3 attempts', '4 attempts', 'no attempts'],
      ])
      expect((await ada.fails('sms.verify', { number: own, code })).body.code).toBe('failed_precondition')
      await ada.ok('sms.verify', { number: own })
      const second = /\d{6}/.exec(twilio.last.body)?.[0] ?? ''
      server().clock.advance(10 * minuteMs)
      expect((await ada.fails('sms.verify', { number: own, code: second })).body.code).toBe('failed_precondition')
    })

    test('sends an account, and a number, at most three codes a day', async () => {
      const [ada, ben] = [await server().account(), await server().account()]
      await ada.ok('sms.verify', { number: own })
      await ada.ok('sms.verify', { number: friend })
      await ben.ok('sms.verify', { number: own })
      await ada.ok('sms.verify', { number: own })
      expect((await ada.fails('sms.verify', { number: '+447700900777' })).body.code).toBe('rate_limited')
      expect((await ben.fails('sms.verify', { number: own })).body.code).toBe('rate_limited')
    })
  })
})
