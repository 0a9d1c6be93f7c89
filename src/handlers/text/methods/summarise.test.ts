import { describe, expect, test } from 'vitest'
import { forOneServer } from '#testing/server.ts'
import { json, modelOfText } from '../fixtures/text-model.ts'

const { provider, settings, last } = await modelOfText()

forOneServer(
  (server) => {
    describe('text.summarise', () => {
      const text = 'The council met on Tuesday. It agreed to reopen the ferry from May.'

      test('returns prose', async () => {
        const ann = await server().account()
        provider.script(json({ text: ' The ferry reopens in May.\n' }))
        expect(await ann.ok('text.summarise', { text })).toEqual({ text: 'The ferry reopens in May.' })
        expect(last().instructions).toContain('Write prose.')
      })

      test('returns points, one line each, with any bullets that the model writes removed', async () => {
        const ann = await server().account()
        provider.script(json({ points: ['- The ferry\nreopens.', '2. Paid by fees.', '-5 degrees in May.'] }))
        const points = ['The ferry reopens.', 'Paid by fees.', '-5 degrees in May.']
        expect(await ann.ok('text.summarise', { text, style: 'Bullets', lines: 3 })).toEqual({
          text: '- The ferry reopens.\n- Paid by fees.\n- -5 degrees in May.',
          points,
        })
        expect(last().instructions).toContain('"lines"')
        expect(last().messages[0]?.text).toContain('{"lines":3}')
      })

      test.each([
        ['no text', {}],
        ['a blank one', { text: ' \n' }],
        ['no points', { points: [] }],
      ])('fails on %s', async (_what, answer) => {
        const ann = await server().account()
        provider.script(json(answer), json(answer))
        const style = 'points' in answer ? 'bullets' : 'a haiku'
        expect((await ann.fails('text.summarise', { text, style })).status).toBe(502)
      })
    })
  },
  { settings },
)
