import { describe, expect, test } from 'vitest'
import { forOneServer } from '#testing/server.ts'
import { json, modelOfText } from '../fixtures/text-model.ts'

const { provider, settings } = await modelOfText()

forOneServer(
  (server) => {
    describe('text.translate', () => {
      test('returns the translation with both languages, and with the original white space around it', async () => {
        const ann = await server().account()
        provider.script(json({ text: 'Le bac part à neuf heures.', language: 'FR', from_language: 'en' }))
        expect(await ann.ok('text.translate', { text: '\n  The ferry leaves at nine.\n', to: 'French' })).toEqual({
          text: '\n  Le bac part à neuf heures.\n',
          language: 'fr',
          from_language: 'en',
        })
      })

      test('removes what databases cannot store from the result, and returns the requested tag', async () => {
        const ann = await server().account()
        provider.script(json({ text: 'Olá\u0000!\n\n- *um*\n- <b>dois</b>', language: 'pt', from_language: 'und' }))
        expect(await ann.ok('text.translate', { text: 'Hello!\n\n- *one*\n- <b>two</b>', to: 'pt-br' })).toEqual({
          text: 'Olá!\n\n- *um*\n- <b>dois</b>',
          language: 'pt-BR',
        })
      })

      test('rejects an unknown language, and charges nothing', async () => {
        const ann = await server().account()
        const before = await server().ledger.balance(ann.id)
        provider.script(json({ is_unknown_language: true }))
        const { status, body } = await ann.fails('text.translate', { text: 'Hello', to: 'the moon' })
        expect([status, body.details?.[0]?.path]).toEqual([400, 'to'])
        expect(await server().ledger.balance(ann.id)).toEqual(before)
      })
    })
  },
  { settings },
)
