import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { JsonSchema } from './schema-check.ts'
import { UnusableSchema } from './schema-checker.ts'
import { UntrustedSchemas } from './untrusted-schemas.ts'

const still = new AbortController().signal
const schemas = new UntrustedSchemas({ timeoutMs: 2000 })
afterAll(() => schemas.close())

const person = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 1 }, born: { type: 'string', format: 'date' } },
  required: ['name'],
} as const

const faultsOf = async (schema: JsonSchema, value: unknown) =>
  (await schemas.check(schema, 'acct_1', still)).faults(value)

describe('an untrusted schema', () => {
  test('checks values, and reports the faults of each', async () => {
    expect(await faultsOf(person, { name: 'Rosa', born: '1984-02-29' })).toEqual([])
    expect(await faultsOf(person, { born: '1984-02-29' })).toEqual([expect.stringContaining("'name'")])
    expect(await faultsOf(person, { name: 'Rosa', born: '29.2.' })).toEqual([expect.stringContaining('/born')])
  })

  test('may refer to its own parts, even in a circle, in any draft since 7', async () => {
    const tree = {
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } }, required: ['id'] } },
      $ref: '#/$defs/node',
    }
    expect(await faultsOf(tree, { id: 1, next: { id: 2, next: { id: 3 } } })).toEqual([])
    expect(await faultsOf(tree, { id: 1, next: { next: { id: 3 } } })).toHaveLength(1)
    const recent = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      prefixItems: [{ type: 'string' }],
      items: false,
    }
    expect(await faultsOf(recent, ['a'])).toEqual([])
    expect(await faultsOf(recent, ['a', 'b'])).toHaveLength(1)
  })

  test.each([
    ['is invalid', { type: 'strung' }],
    ['refers to nothing', { $ref: '#/definitions/none' }],
    ['refers to another document', { $ref: 'https://schemas.example/person.json' }],
    ['refers to a file', { $ref: 'file:///etc/passwd' }],
    ['uses an unknown draft', { $schema: 'https://schemas.example/draft-99', type: 'object' }],
    ['is asynchronous', { $async: true, type: 'object' }],
    ['has an invalid pattern', { type: 'string', pattern: '(' }],
    ['is too deep', deep(40)],
    ['is too large', { anyOf: Array.from({ length: 1001 }, () => ({})) }],
  ] as [string, JsonSchema][])('that %s is rejected before any value is checked', async (_what, schema) => {
    await expect(schemas.check(schema, 'acct_1', still)).rejects.toThrow(UnusableSchema)
  })

  test.each([
    ['a pattern that takes exponential time', { type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`],
    ['references that double at every level', doubling(40), 'x'],
    ['unique items among very many', { uniqueItems: true }, Array.from({ length: 60_000 }, (_, id) => ({ id }))],
  ] as [string, JsonSchema, unknown][])(
    'with %s is stopped, and the next one is checked',
    async (_what, schema, value) => {
      await expect(faultsOf(schema, value)).rejects.toThrow('takes too long')
      expect(await faultsOf(person, { name: 'Rosa' })).toEqual([])
    },
  )

  test.each([
    ['itself endlessly', { $ref: '#' }],
    ['itself in two ways', { allOf: [{ $ref: '#' }, { $ref: '#' }] }],
  ] as [string, JsonSchema][])('that refers to %s is rejected', async (_what, schema) => {
    await expect(faultsOf(schema, {})).rejects.toThrow(UnusableSchema)
  })

  test('blocks neither the event loop nor other schemas', async () => {
    // With the timeout of a real server: on a busy machine a process gets little CPU time.
    const own = new UntrustedSchemas()
    onTestFinished(() => own.close())
    const pattern = await own.check({ type: 'string', pattern: '^(a+)+$' }, 'acct_1', still)
    let turns = 0
    const count = setInterval(() => (turns += 1), 1)
    const slow = Promise.resolve(pattern.faults(`${'a'.repeat(40)}!`)).catch((error: Error) => error.message)
    const check = await own.check(person, 'acct_2', still)
    expect(await check.faults({ name: 'Rosa' })).toEqual([])
    expect(await slow).toContain('takes too long')
    clearInterval(count)
    expect(turns).toBeGreaterThan(5)
  })

  test('cannot reach the process: it is data, not code', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant to look like code.
    const hostile = { type: 'object', properties: { "');process.exit(1);('": { const: '`${process.exit(1)}`' } } }
    expect(await faultsOf(hostile, { "');process.exit(1);('": 1 })).toHaveLength(1)
  })

  test('is abandoned when the caller disconnects', async () => {
    const gone = new AbortController()
    gone.abort(new Error('gone'))
    await expect(schemas.check(person, 'acct_1', gone.signal)).rejects.toThrow('gone')
  })
})

test('idle processes end', async () => {
  const own = new UntrustedSchemas({ idleMs: 1 })
  await own.check(person, 'acct_1', still)
  while (own.idleProcesses > 0) await new Promise((resolve) => setTimeout(resolve, 1))
  expect(own.idleProcesses).toBe(0)
})

function deep(levels: number): JsonSchema {
  return levels === 0 ? {} : { properties: { a: deep(levels - 1) } }
}

function doubling(levels: number): JsonSchema {
  const definitions = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => {
      const next = { $ref: `#/definitions/d${level + 1}` }
      return [`d${level}`, { allOf: [next, next] }]
    }),
  )
  return { definitions: { ...definitions, [`d${levels}`]: { type: 'string' } }, $ref: '#/definitions/d0' }
}
