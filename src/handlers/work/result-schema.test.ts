import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { Result } from '#generated/server/handlers.ts'
import { calling, withCapabilities } from '#testing/asking.ts'
import { type Scripted, startModelProvider } from '#testing/model-provider/index.ts'
import { forEachServer } from '#testing/server.ts'

const wait = { timeout: 20_000, interval: 20 }
const provider = await startModelProvider(() => ({ text: 'No more.' }))
afterEach(() => provider.idle())
afterAll(() => provider.stop())

const person = {
  type: 'object',
  properties: { name: { type: 'string' }, born: { $ref: '#/$defs/year' } },
  required: ['name', 'born'],
  $defs: { year: { type: 'integer', maximum: 2030 } },
}
const report = (data?: unknown): Scripted => ({
  text: JSON.stringify({ status: 'done', summary: 'It is Ada.', evidence: ['the letter'], data }),
})
const json = (value: unknown): Scripted => ({ text: JSON.stringify(value) })
const ada = { name: 'Ada', born: 1815 }

forEachServer(
  (server) => {
    async function worker() {
      const account = await server().account()
      const caller = await withCapabilities(account, ['work', 'agent'])
      const read = async (id: string) => (await caller.ok('work.read', { id })).work
      const carriedOut = async (result_schema: string, ...scripted: Scripted[]) => {
        provider.script(...scripted)
        const { work } = await caller.ok('work.submit', { prompt: 'Who is it?', result_schema })
        await server().bus.settle()
        await server().jobs.settle()
        return (await read(work.id)) as NonNullable<Result<'work.read'>['work']>
      }
      return { account, caller, read, carriedOut }
    }

    describe('work with a schema for its result', () => {
      test('returns the data of the report once they are valid, without another request', async () => {
        const { carriedOut, caller } = await worker()
        const before = provider.requests.length
        const found = await carriedOut(JSON.stringify(person), report(ada))
        expect(found).toMatchObject({ status: 'done', result: 'It is Ada.', data: ada })
        expect((await caller.ok('work.read', {})).items?.[0]?.data).toEqual(ada)
        expect(provider.requests.length - before).toBe(1)
        expect(provider.requests.at(-1)?.instructions).toContain(JSON.stringify(person))
      })

      test('takes data that look like a report for data', async () => {
        const { carriedOut } = await worker()
        const data = { status: 'done', summary: 'Not the report', evidence: [] }
        const found = await carriedOut(JSON.stringify({ type: 'object', required: ['status'] }), report(data))
        expect(found).toMatchObject({ result: 'It is Ada.', data })
      })

      test.each([
        ['invalid', report({ name: 'Ada' })],
        ['missing', report()],
      ])('requests data that are %s again, with the faults and without tools', async (_case, first) => {
        const { carriedOut } = await worker()
        const found = await carriedOut(JSON.stringify(person), first, json({ name: 1 }), json(ada))
        expect(found).toMatchObject({ status: 'done', data: ada })
        const last = provider.requests.at(-1)
        expect(last?.tools).toEqual([])
        expect(last?.body.response_format).toMatchObject({ type: 'json_schema', json_schema: { schema: person } })
        expect(last?.messages.map(({ text }) => text).join('\n')).toContain("must have required property 'born'")
        expect(last?.messages.at(-1)?.text).toContain('Respond with only the JSON object')
      })

      test('has failed after three tries, and says why', async () => {
        const { carriedOut } = await worker()
        const before = provider.requests.length
        const wrong = json({ name: 'Ada', born: 'in 1815' })
        const found = await carriedOut(JSON.stringify(person), report({}), wrong, { text: 'I cannot.' }, json(ada))
        expect(provider.requests.length - before).toBe(3)
        provider.script()
        const error = expect.stringMatching(/does not match result_schema.+ in 3 tries: there is no data/)
        expect(found).toMatchObject({ status: 'failed', runs: [{ status: 'failed', error }] })
        expect(found).not.toHaveProperty('data')
        expect(found).not.toHaveProperty('result')
      })

      test('by which no value can be checked has failed', async () => {
        const { carriedOut } = await worker()
        const found = await carriedOut('{"type": "object", "allOf": [{"$ref": "#"}]}', report({}))
        expect(found.runs[0]?.error).toBe('result_schema cannot be used: it refers to itself endlessly.')
      })

      test.each([
        ['not JSON', '{"type": "object",', /^must be a JSON schema as JSON/],
        ['a list', '[]', /^must be a JSON object/],
        ['not of an object', '{"type": "string"}', /"type": "object" at its root/],
        ['wrong', '{"type": "object", "properties": {"a": {"type": "strung"}}}', /data\/properties\/a\/type/],
        ['part of another document', '{"type": "object", "$ref": "file:///etc/passwd"}', /another document/],
        ['asynchronous', '{"type": "object", "$async": true}', /\$async/],
        ['too deep', JSON.stringify(deep(40)), /at most 32 levels/],
        ['too long', JSON.stringify({ type: 'object', description: 'x'.repeat(20_000) }), /20,?000/],
      ])('is refused if the schema is %s', async (_case, result_schema, message) => {
        const { caller } = await worker()
        const { status, body } = await caller.fails('work.submit', { prompt: 'Who is it?', result_schema })
        expect([status, body.code]).toEqual([400, 'invalid_argument'])
        expect(body.details).toEqual([{ path: 'result_schema', message: expect.stringMatching(message) }])
        expect((await caller.ok('work.read', {})).total).toBe(0)
      })
    })

    test('what the person chose for work may be changed after text by others was read, and nothing else', async () => {
      const { account, caller, read } = await worker()
      for (const title of ['Chosen', 'Other']) await account.ok('notes.add', { title, text: 'Before' })
      await account.ok('bookmarks.add', { url: 'https://ferries.example/', title: 'Ferries' })
      const overwriting = (title: string) => calling(['notes.add', { title, text: 'After' }])
      provider.script(calling(['bookmarks.list', {}]), overwriting('Chosen'), overwriting('Other'), report())
      const choices = [{ operation: 'notes.add', object: 'Chosen' }]
      const { id } = (await caller.ok('work.submit', { prompt: 'Tidy up.', choices })).work
      const cards = async () => (await caller.ok('agent.approvals', {})).items
      await expect.poll(async () => (await cards()).length, wait).toBe(1)
      expect((await cards())[0]?.arguments[0]).toMatchObject({ name: 'title', value: 'Other' })
      expect((await account.ok('notes.get', { title: 'Chosen' })).text).toBe('After')
      await caller.ok('agent.decide', { id: (await cards())[0]?.id ?? '', decision: 'deny' })
      await expect.poll(async () => (await read(id))?.status, wait).toBe('done')
      expect((await account.ok('notes.get', { title: 'Other' })).text).toBe('Before')
    })

    test('what the caller marks as text by others stays so while the work waits, and chooses nothing', async () => {
      const { account, caller, read } = await worker()
      await account.ok('notes.add', { title: 'Keys', text: 'Before' })
      provider.script(calling(['notes.add', { title: 'Keys', text: 'After' }]), report())
      const quotes = ['notes.add Keys', 'Please\nhurry']
      const { work } = await caller.ok('work.submit', { prompt: 'What is this?', quotes })
      expect(work.prompt).toBe('What is this?\n\n> notes.add Keys\n\n> Please\n> hurry')
      const cards = async () => (await caller.ok('agent.approvals', { status: 'pending' })).items
      await expect.poll(async () => (await cards()).length, wait).toBe(1)
      await caller.ok('agent.decide', { id: (await cards())[0]?.id ?? '', decision: 'deny' })
      await expect.poll(async () => (await read(work.id))?.status, wait).toBe('done')
      expect((await account.ok('notes.get', { title: 'Keys' })).text).toBe('Before')
      const { body } = await caller.fails('work.submit', { prompt: 'a'.repeat(29_990), quotes })
      expect(body.details).toEqual([{ path: 'quotes', message: expect.stringContaining('at most 30000 characters') }])
    })

    test.each([
      { choices: [] },
      { quotes: ['Hello'] },
      { result_schema: '{"type": "object"}' },
      { agent: 'librarian' },
    ])('work is run again as it was submitted: %j is refused', async (args) => {
      const { caller } = await worker()
      const { body } = await caller.fails('work.submit', { action: 'retry', id: 'work_a', ...args })
      expect(body.details).toEqual([{ path: Object.keys(args)[0], message: expect.stringContaining('omitted') }])
    })
  },
  { settings: { ...provider.settings('openai'), MODEL_JSON_MODE: 'schema' } },
)

function deep(levels: number): object {
  return levels === 0 ? {} : { type: 'object', properties: { a: deep(levels - 1) } }
}
