import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '#generated/client/index.js'
import { type RunningSandbox, startSandbox } from '../sandbox.ts'
import { exampleOf } from './schema-example.ts'

let sandbox: RunningSandbox
beforeAll(async () => {
  sandbox = await startSandbox({ host: '127.0.0.1', port: 0 })
})
afterAll(() => sandbox.stop())

const clientOf = (world: string) =>
  createClient({ baseUrl: `${sandbox.url}/w/${world}`, token: sandbox.accounts[0]?.token ?? '' })

async function setRules(world: string, rules: unknown): Promise<number> {
  const response = await fetch(`${sandbox.url}/sandbox/worlds/${world}/model`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rules }),
  })
  return response.status
}

test('without rules the model answers in the form that a method needs', async () => {
  const { text, agent } = clientOf('usual')
  const { label } = await text.classify({ text: 'The lamp is broken', labels: 'complaint, praise' })
  expect(['complaint', 'praise']).toContain(label)
  expect((await text.summarise({ text: 'A long story. '.repeat(20) })).text).not.toBe('')
  expect((await agent.ask({ prompt: 'Is it open?' })).text).toMatch(/Is it open\?/)
})

test('the first rule whose text occurs decides, and a message can contain its answer', async () => {
  const rules = [{ when: 'open', reply: 'Until nine.' }, { reply: 'I do not know.' }]
  expect(await setRules('rules', rules)).toBe(200)
  const { agent } = clientOf('rules')
  expect((await agent.ask({ prompt: 'Is it open?' })).text).toBe('Until nine.')
  expect((await agent.ask({ prompt: 'Is it far?' })).text).toBe('I do not know.')
  expect((await agent.ask({ prompt: 'Is it open? [[reply: [[1]]]]' })).text).toBe('[[1]]')
  expect((await clientOf('without').agent.ask({ prompt: 'Is it open?' })).text).not.toBe('Until nine.')
})

test('the tools of a rule are called once, and with their results the model replies', async () => {
  const add = { name: 'call_tool', input: { name: 'notes_add', arguments: { title: 'Hours', text: 'Nine to five' } } }
  await setRules('tools', [{ when: 'Note', tools: [add], reply: 'Noted.' }])
  const { agent, notes } = clientOf('tools')
  expect((await agent.ask({ prompt: 'Note the hours.' })).text).toBe('Noted.')
  expect((await notes.list({})).items.map(({ title }) => title)).toEqual(['Hours'])
})

test('a script beyond its bounds is refused and changes nothing', async () => {
  await setRules('bounds', [{ reply: 'Kept.' }])
  expect(await setRules('bounds', new Array(101).fill({ reply: 'x' }))).toBe(400)
  expect(await setRules('bounds', [{ reply: 'x', unknown: true }])).toBe(400)
  expect((await clientOf('bounds').agent.ask({ prompt: 'Anything?' })).text).toBe('Kept.')
})

test('an example follows its schema, however deep or recursive it is', () => {
  const schema = {
    type: 'object',
    properties: {
      kind: { enum: ['b', 'a'] },
      at: { type: 'string', format: 'date-time' },
      many: { type: 'array', minItems: 2, items: { type: 'integer', minimum: 3 } },
      either: { anyOf: [{ type: 'null' }, { type: 'string' }] },
      short: { type: 'string', maxLength: 3 },
    },
  }
  expect(exampleOf(schema)).toEqual({
    kind: 'b',
    at: '2026-03-01T09:00:00Z',
    many: [3, 3],
    either: null,
    short: 'Exa',
  })
  const endless: Record<string, unknown> = { type: 'array' }
  endless.items = endless
  expect(JSON.stringify(exampleOf(endless))).toContain('null')
})
