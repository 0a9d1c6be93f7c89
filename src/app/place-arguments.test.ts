import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverForTests } from '../testing/server.ts'

const server = serverForTests({ settings: { PROVIDERS: 'examples' } })

const text = '51.53,-0.12'
const point = { lat: 51.53, lon: -0.12 }
const from = { from_lat: 51.53, from_lon: -0.12 }
const to = { to_lat: 51.5194, to_lon: -0.1269 }

/** Every operation that takes a place: its arguments with the place as text, and with the same place as numbers. */
const table = [
  ['flights.overhead', { near: text }, point],
  ['food.hygiene', { near: text }, point],
  ['food.hygiene', { where: text }, point],
  ['hazards.alerts', { near: text, within_km: 20_000 }, { ...point, within_km: 20_000 }],
  ['hazards.floods', { near: text, within_km: 20_000 }, { ...point, within_km: 20_000 }],
  ['hazards.quakes', { near: text, within_km: 20_000 }, { ...point, within_km: 20_000 }],
  ['places.elevation', { place: text }, point],
  ['places.nearby', { near: text }, point],
  ['routes.directions', { from: text, ...to }, { ...from, ...to }],
  ['routes.eta', { from: text, ...to }, { ...from, ...to }],
  ['routes.eta', { ...from, to: '51.5194,-0.1269' }, { ...from, ...to }],
  ['routes.nearest', { from: text, to: ['51.5194,-0.1269'] }, { ...from, to: ['51.5194,-0.1269'] }],
] as const

test.each(table)('%s takes %j for %j', async (id, asText, asNumbers) => {
  const caller = await server().account()
  const [one, other] = [await caller.ok(id, asText as never), await caller.ok(id, asNumbers as never)]
  expect(one).toEqual(other)
  const { items } = one as { items?: readonly unknown[] }
  expect(items?.length).not.toBe(0)
})

test('places.geocode takes coordinates as text', async () => {
  const { items } = await server().anonymous.ok('places.geocode', { address: text })
  expect(items.length).toBeGreaterThan(0)
})

/** These take only numbers. */
const numbersOnly = ['places.address', 'prayer.qibla', 'prayer.times']

interface Tool {
  readonly name: string
  readonly inputSchema: { readonly properties?: Readonly<Record<string, unknown>> }
}

test('the table has every operation that takes a latitude', async () => {
  const tools = JSON.parse(
    await readFile(join(import.meta.dirname, '../../generated/mcp/tools.json'), 'utf8'),
  ) as Tool[]
  const located = tools.filter(
    ({ inputSchema: { properties = {} } }) => 'lat' in properties || 'from_lat' in properties,
  )
  const named: readonly string[] = [...table.map(([id]) => id), ...numbersOnly]
  expect(located.map(({ name }) => name.replace('_', '.')).toSorted()).toEqual([...new Set(named)].toSorted())
})
