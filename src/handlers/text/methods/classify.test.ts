import { describe, expect, test } from 'vitest'
import { forOneServer } from '#testing/server.ts'
import { json, modelOfText } from '../fixtures/text-model.ts'

const { provider, settings, last } = await modelOfText()

const classify = { text: 'I was charged twice for my October ticket.', labels: 'billing, delivery,praise' }

forOneServer(
  (server) => {
    describe('text.classify', () => {
      test('returns one of the labels, spelled as given, with the confidence', async () => {
        const ann = await server().account()
        provider.script(json({ label: 'Billing', confidence: 0.97 }))
        expect(await ann.ok('text.classify', classify)).toEqual({ label: 'billing', confidence: 0.97 })
        expect(last().messages[0]?.text).toContain('{"labels":["billing","delivery","praise"]}')
      })

      test.each([
        ['one label', 'billing', ['billing']],
        ['labels that repeat, and empty ones', ' , billing,, billing ,praise,', ['billing', 'praise']],
        ['labels that differ in capitals only', 'IT,it', ['IT', 'it']],
      ])('takes %s', async (_what, labels, expected) => {
        const ann = await server().account()
        provider.script(json({ label: expected.at(-1), confidence: 1 }))
        expect(await ann.ok('text.classify', { ...classify, labels })).toEqual({
          label: expected.at(-1),
          confidence: 1,
        })
        expect(last().messages[0]?.text).toContain(JSON.stringify({ labels: expected }))
      })

      test.each([
        ['a label that is not in the list', { label: 'refund', confidence: 1 }],
        ['one that could be two of them', { label: 'It', confidence: 1 }],
        ['a confidence out of bounds', { label: 'IT', confidence: 97 }],
        ['no confidence', { label: 'IT' }],
      ])('never returns %s, and charges nothing', async (_what, answer) => {
        const ann = await server().account()
        provider.script(json(answer), json(answer))
        const before = await server().ledger.balance(ann.id)
        const { status, body } = await ann.fails('text.classify', { ...classify, labels: 'IT,it' })
        expect([status, body.code]).toEqual([502, 'upstream_failed'])
        expect(await server().ledger.balance(ann.id)).toEqual(before)
      })

      test('takes the repaired answer of the second try', async () => {
        const ann = await server().account()
        provider.script(json({ label: 'refund', confidence: 1 }), json({ label: 'praise', confidence: 0.2 }))
        expect(await ann.ok('text.classify', classify)).toEqual({ label: 'praise', confidence: 0.2 })
        expect(last().messages[2]?.text).toContain('/label is not one of the given labels')
      })
    })
  },
  { settings },
)
