import { beforeEach, describe, expect, test } from 'vitest'
import type { TestAccount } from '#testing/server.ts'
import { spent } from '#testing/spent.ts'
import { kingsCross, routesForTests } from '../fixtures/routes-server.ts'

const { server, standIn, returning } = routesForTests()

let caller: TestAccount
beforeEach(async () => {
  caller = await server().account()
})

describe('routes.nearest', () => {
  const to = ['British Museum', '51.5299,-0.127', 'Xyzzy']

  test('orders names and coordinates by travel time, and lists what could not be reached', async () => {
    const cost = await spent(server(), caller, async () => {
      const found = await caller.ok('routes.nearest', { from: "King's Cross", to, mode: 'walk' })
      expect(found.items.map(({ name, place, is_estimate }) => [name, place.split(',')[0], is_estimate])).toEqual([
        ['51.5299,-0.127', '51.52990', false],
        ['British Museum', 'British Museum', false],
      ])
      expect(found.unreached).toEqual([{ name: 'Xyzzy', reason: expect.stringContaining('No place named') }])
      expect(found.text).toMatch(/^From King's Cross on foot: 51\.52990, -0\.12700, \d+ m, \d min; British Museum/)
      expect(found.source).toBe('OSRM')
    })
    expect(cost).toBe(3_000_000)
  })

  test('looks its destinations up concurrently', async () => {
    const before = standIn().requests.length
    const names = Array.from({ length: 10 }, (_, at) => `British Museum ${at}`)
    const { items } = await caller.ok('routes.nearest', { ...kingsCross, to: names })
    expect(items).toHaveLength(10)
    // Sequentially, the route to the first would be requested before the second is looked up.
    const paths = standIn()
      .requests.slice(before, before + 2)
      .map(({ path }) => path)
    expect(paths).toEqual(['/search', '/search'])
  })

  test('is free if all items are estimates, and marks them', async () => {
    returning(/\/route\/v1\//, { status: 500, json: {} })
    expect(
      await spent(server(), caller, async () => {
        const { items, text } = await caller.ok('routes.nearest', { ...kingsCross, to: ['51.5,-0.1', '51.6,-0.1'] })
        expect(items.every(({ is_estimate }) => is_estimate)).toBe(true)
        expect(text).toContain('(estimated)')
      }),
    ).toBe(0)
  })

  test('is not found if nothing can be reached, and fails with the provider', async () => {
    const none = await caller.fails('routes.nearest', { ...kingsCross, to: ['Xyzzy', 'Plugh'] })
    expect([none.status, none.body.code]).toEqual([400, 'not_found'])
    returning(/\/search/, { status: 500, json: {} })
    expect(await caller.fails('routes.nearest', { ...kingsCross, to: ['Helvellyn'] })).toMatchObject({ status: 502 })
  })
})
