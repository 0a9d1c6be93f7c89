import { beforeAll, describe, expect, test } from 'vitest'
import { type OperationId, operations } from '#generated/server/operations.ts'
import { serverForTests, type TestAccount } from '#testing/server.ts'
import { exampleArguments, exampleResult } from '#testing/stand-ins.ts'
import { families } from './families.ts'

/** The providers that have example payloads, by the family that calls them. */
const withExamples = new Map(
  families.map(({ name, providers = [] }) => [
    name as string,
    providers.filter(({ examples }) => examples !== undefined).map((provider) => provider.name),
  ]),
)

/** Arguments that replace the documented example if bundled data answer that one. */
const otherArguments: Partial<Record<OperationId, Record<string, unknown>>> = { 'islam.read': { path: '/hadith/1' } }

/** The families of the world, and those of their methods that compute or read bundled data. */
const world = new Set('flights food hazards islam maps markets news places prayer routes'.split(' '))
const withoutProvider = ['maps.area', 'maps.tile', 'prayer.qibla', 'prayer.reflection', 'prayer.times', 'prayer.verse']

/** Whether results of this method name the source of their data. */
const saysItsSource = (id: OperationId) => JSON.stringify(exampleResult(id)).includes('"source":')

/** The served methods that call providers with example payloads, including those of families that are served later. */
const methods = operations
  .filter(({ id, family, provider = '', formOf }) => {
    const examples = withExamples.get(family) ?? []
    return !formOf && provider.split(',').some((name) => examples.includes(name)) && saysItsSource(id)
  })
  .map(({ id }) => id)

describe('with PROVIDERS=examples, without network and keys', () => {
  const server = serverForTests({ settings: { PROVIDERS: 'examples', NEWS_FEEDS: 'World=https://world.example/rss' } })
  let caller: TestAccount
  beforeAll(async () => {
    caller = await server().account()
    await server().ledger.grant(caller.id, 1e9, 'for the test')
  })

  test('the methods of many families can be called', () => {
    const named = new Set(methods.map((id) => id.split('.')[0]))
    expect([...named]).toEqual(expect.arrayContaining(['flights', 'hazards', 'markets', 'places']))
    expect(methods.length).toBeGreaterThan(10)
  })

  test.each(methods)('%s returns a result for the arguments of an example, and marks it as made up', async (id) => {
    const before = await server().ledger.balance(caller.id)
    const result: unknown = await caller.ok(id, (otherArguments[id] ?? exampleArguments(id)) as never)
    expect(JSON.stringify(result)).toContain('"source":"example"')
    expect(await server().ledger.balance(caller.id)).toEqual(before)
  })

  test('every method of the world returns a result through the client, marked unless no provider is involved', async () => {
    const all = operations.filter(({ family, formOf }) => world.has(family) && !formOf).map(({ id }) => id)
    const { items: stories } = await caller.ok('news.list', {})
    const chosen: typeof otherArguments = { 'news.read': { id: stories[0]?.id }, 'prayer.saying': { book: 5 } }
    const unmarked: OperationId[] = []
    for (const id of all) {
      const args = chosen[id] ?? otherArguments[id] ?? exampleArguments(id)
      const result = JSON.stringify(await caller.ok(id, (id === 'news.list' ? {} : args) as never))
      if (!result.includes('"source":"example"')) unmarked.push(id)
    }
    expect(all.length).toBe(31)
    expect(unmarked.toSorted()).toEqual(withoutProvider)
  })
})
