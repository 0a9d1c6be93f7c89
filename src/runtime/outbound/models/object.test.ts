import { expect, test } from 'vitest'
import { failure, modelsForTests } from '../../../testing/model-bench.ts'
import { createSchemaCheck } from './schemas/schema-check.ts'

const { provider, bench } = await modelsForTests()
const { models, ask } = bench(provider.settings('openai'))
const schema = createSchemaCheck({
  type: 'object',
  properties: { port: { type: 'integer', maximum: 65_535 } },
  required: ['port'],
  additionalProperties: false,
})

test.each([
  ['alone', '{"port": 8080}'],
  ['in a fence', '```json\n{"port": 8080}\n```'],
  ['after its reasoning', '<think>It is {8080}.</think>\n{"port": 8080}'],
])('a JSON value is found in the answer %s', async (_where, text) => {
  provider.script({ text })
  expect((await models.object(ask2(schema))).value).toEqual({ port: 8080 })
})

test.each([
  ['is not JSON', 'The port is 8080.', 'it is not a single JSON value'],
  ['is cut off', '{"port": 80', 'it is not a single JSON value'],
  ['is too deep', `${'['.repeat(5000)}${']'.repeat(5000)}`, 'nested more than 64 levels deep'],
  ['is not valid', '{"port": 99999}', '/port must be <= 65535'],
])('a value that %s is sent back once, with its faults', async (_what, text, fault) => {
  provider.script({ text }, { text: '{"port": 8080}' })
  const before = provider.requests.length
  const { value, usage } = await models.object(ask2(schema))
  expect(value).toEqual({ port: 8080 })
  expect(usage).toMatchObject({ inputTokens: 200, outputTokens: 40 })
  const [, repair] = provider.requests.slice(before)
  expect(repair?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
  expect(repair?.messages[1]?.text).toBe(text)
  expect(repair?.messages[2]?.text).toContain(fault)
})

test('a value that is still invalid fails without a third request', async () => {
  provider.script({ text: '{}' }, { text: 'sorry' })
  const before = provider.requests.length
  const error = await failure(models.object(ask2(schema)))
  expect(error).toMatchObject({ code: 'upstream_failed', message: expect.stringContaining('no valid result') })
  expect(provider.requests.length - before).toBe(2)
})

test('a value that is cut off at its maximum length is not repaired', async () => {
  provider.script({ text: '{"port": 80', finish: 'length' })
  const before = provider.requests.length
  expect(await failure(models.object(ask2(schema)))).toMatchObject({ code: 'upstream_failed' })
  expect(provider.requests.length - before).toBe(1)
})

test.each([
  ['object', { type: 'json_object' }],
  ['schema', { type: 'json_schema', json_schema: { schema: schema.schema, strict: false } }],
  ['off', undefined],
])('a value is requested as MODEL_JSON_MODE=%s says', async (mode, format) => {
  const own = bench({ ...provider.settings('openai'), MODEL_JSON_MODE: mode })
  provider.script({ text: '{"port": 8080}' })
  await own.models.object({ ...own.ask(), schema })
  const { body, instructions } = provider.requests.at(-1) ?? {}
  if (format) expect(body?.response_format).toMatchObject(format)
  else expect(body).not.toHaveProperty('response_format')
  expect(instructions).toContain(JSON.stringify(schema.schema))
})

function ask2(check: typeof schema) {
  return { ...ask(), schema: check }
}
