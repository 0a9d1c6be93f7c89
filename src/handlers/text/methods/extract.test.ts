import { describe, expect, test } from 'vitest'
import { forOneServer } from '#testing/server.ts'
import { json, modelOfText } from '../fixtures/text-model.ts'

const { provider, settings, last } = await modelOfText()

forOneServer(
  (server) => {
    describe('text.extract', () => {
      const text = 'Rosa Marin will chair the meeting in Ghent on 3 December.'
      const person = JSON.stringify({
        type: 'object',
        properties: { name: { type: 'string' }, city: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      })

      test('returns what is valid against the schema', async () => {
        const ann = await server().account()
        provider.script(json({ name: 'Rosa Marin', town: 'Ghent' }), json({ name: 'Rosa Marin', city: 'Ghent' }))
        expect(await ann.ok('text.extract', { text, schema: person })).toEqual({
          data: { name: 'Rosa Marin', city: 'Ghent' },
        })
        expect(last().messages[2]?.text).toContain('must NOT have additional properties')
        expect(last().instructions).toContain(person)
      })

      test.each([
        ['a list is under items', { type: 'array', items: { type: 'string' } }, ['a', 'b'], { items: ['a', 'b'] }],
        ['a single value is under value', { type: 'number' }, 12.5, { value: 12.5 }],
        [
          'null is kept where the schema allows it',
          { properties: { a: { type: ['string', 'null'] } } },
          { a: null },
          { a: null },
        ],
      ])('%s', async (_what, schema, answer, data) => {
        const ann = await server().account()
        provider.script(json(answer))
        expect(await ann.ok('text.extract', { text, schema: JSON.stringify(schema) })).toEqual({ data })
      })

      test.each([
        [
          'a description',
          'everyone with their role',
          [{ name: 'Rosa', role: 'chair', age: null }],
          { items: [{ name: 'Rosa', role: 'chair' }] },
        ],
        ['a description in braces', '{name, city}', { name: 'Rosa', city: null }, { name: 'Rosa' }],
        ['an example', '{"name": "Ada", "type": "person"}', { name: 'Rosa' }, { name: 'Rosa' }],
      ])('follows %s, and leaves out what the text does not contain', async (_what, schema, answer, data) => {
        const ann = await server().account()
        const items = Array.isArray(answer) ? { items: answer } : answer
        provider.script(json(items))
        expect(await ann.ok('text.extract', { text, schema })).toEqual({ data })
        expect(last().messages[0]?.text).toContain(JSON.stringify({ wanted: schema }))
      })

      test('reports a value that the schema requires and the text lacks, and charges nothing', async () => {
        const ann = await server().account()
        provider.script(json({ $missing: ['name'] }))
        const before = await server().ledger.balance(ann.id)
        const { status, body } = await ann.fails('text.extract', { text: 'It rains.', schema: person })
        expect([status, body.code]).toEqual([400, 'failed_precondition'])
        expect(body.error).toContain('"name"')
        expect(await server().ledger.balance(ann.id)).toEqual(before)
      })

      test.each([
        ['text that is no JSON', 'Rosa Marin, Ghent'],
        ['JSON that is not valid', '{"city": "Ghent"}'],
      ])('%s fails after one repair, and costs nothing', async (_what, answer) => {
        const ann = await server().account()
        const before = [await server().ledger.balance(ann.id), provider.requests.length] as const
        provider.script({ text: answer }, { text: answer })
        const { status, body } = await ann.fails('text.extract', { text, schema: person })
        expect([status, body.code]).toEqual([502, 'upstream_failed'])
        expect(await server().ledger.balance(ann.id)).toEqual(before[0])
        expect(provider.requests.length - before[1]).toBe(2)
      })

      test.each([
        ['broken JSON', '{"type": "object",', 'character'],
        ['a schema of an unknown type', '{"type": "strung", "properties": {}}', 'cannot be used'],
        ['a schema elsewhere', '{"$ref": "https://schemas.example/x.json"}', 'another document'],
        ['a schema in a circle', '{"$ref": "#"}', 'endlessly'],
        ['a schema that is too deep', `${'{"items":'.repeat(40)}{}${'}'.repeat(40)}`, '32 levels'],
      ])('rejects %s, regardless of what the model answers', async (_what, schema, message) => {
        const ann = await server().account()
        const requests = provider.requests.length
        if (message === 'endlessly') provider.script(json({}))
        const { status, body } = await ann.fails('text.extract', { text, schema })
        expect([status, body.code]).toEqual([400, 'invalid_argument'])
        expect(body.details).toEqual([{ path: 'schema', message: expect.stringContaining(message) }])
        if (message !== 'endlessly') expect(provider.requests.length).toBe(requests)
      })

      test('stops a schema that takes too long, while others are served', async () => {
        const [ann, bob] = [await server().account(), await server().account()]
        const slow = JSON.stringify({ type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } })
        provider.script(
          (request) =>
            request.instructions.includes('(a+)+') ? json({ a: `${'a'.repeat(50)}!` }) : json({ name: 'Rosa' }),
          (request) =>
            request.instructions.includes('(a+)+') ? json({ a: `${'a'.repeat(50)}!` }) : json({ name: 'Rosa' }),
        )
        const [refused, served] = await Promise.all([
          ann.fails('text.extract', { text, schema: slow }),
          bob.ok('text.extract', { text, schema: person }),
        ])
        expect(refused.body.details?.[0]?.message).toContain('takes too long')
        expect(served).toEqual({ data: { name: 'Rosa' } })
      })
    })
  },
  { settings },
)
