import { beforeEach, describe, expect, test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
import type { TestAccount } from '#testing/server.ts'
import { spent } from '#testing/spent.ts'
import { iso, kingsCross, museum, routesForTests } from '../fixtures/routes-server.ts'

const { server, standIn, returning } = routesForTests()

let caller: TestAccount
beforeEach(async () => {
  caller = await server().account()
})

describe('routes.eta', () => {
  test('returns when to leave to arrive by a time, in the UTC offset of the call', async () => {
    const now = server().clock.now()
    const arriveBy = `${iso(now + 2 * 3_600_000).slice(0, 19)}+01:00`
    const found = await caller.ok('routes.eta', {
      from: "King's Cross",
      to: 'British Museum',
      mode: 'walk',
      arrive_by: arriveBy,
    })
    expect(Date.parse(found.arrive_at)).toBe(Date.parse(arriveBy))
    expect(Date.parse(found.depart_at)).toBe(Date.parse(arriveBy) - found.duration_s * 1000)
    expect(found.late).toBe(false)
    const hours = arriveBy.slice(11, 16)
    expect(found.text).toMatch(
      new RegExp(`^To reach British Museum by ${hours}, leave King's Cross at \\d\\d:\\d\\d\\. The journey is`),
    )
  })

  test('says that it is too late', async () => {
    const arrive_by = iso(server().clock.now() + 60_000)
    const found = await caller.ok('routes.eta', { ...kingsCross, ...museum, mode: 'walk', arrive_by })
    expect(found.late).toBe(true)
    expect(Date.parse(found.depart_at)).toBeLessThan(server().clock.now())
    expect(found.text).toContain('It is too late')
  })

  test('leaves at the given time, or now if that is past', async () => {
    const now = server().clock.now()
    const later = await caller.ok('routes.eta', { ...kingsCross, ...museum, depart_at: iso(now + 86_400_000) })
    expect(later.depart_at).toBe(iso(now + 86_400_000))
    const past = await caller.ok('routes.eta', { ...kingsCross, ...museum, depart_at: iso(now - 86_400_000) })
    expect(past.depart_at).toBe(iso(now))
  })

  test('by public transport is an estimate without Google', async () => {
    server().clock.advance(1)
    const toTheSecond = (moment: string) => moment.replace(/\.\d+Z$/, '.000Z')
    const before = standIn().requests.length
    expect(
      await spent(server(), caller, async () => {
        const found = await caller.ok('routes.eta', { ...kingsCross, ...museum, mode: 'transit' })
        expect(found.is_estimate).toBe(true)
        expect([found.depart_at, found.arrive_at]).toEqual([found.depart_at, found.arrive_at].map(toTheSecond))
      }),
    ).toBe(0)
    expect(standIn().requests.length).toBe(before)
  })

  test('takes coordinates as text, and names the one that is out of range', async () => {
    const [from, to] = ['51.5308,-0.1238', '51.5194 -0.1269']
    const byText = await caller.ok('routes.eta', { from, to })
    const byNumbers = await caller.ok('routes.eta', { ...kingsCross, ...museum })
    expect([byText.from, byText.to, byText.distance_m]).toEqual([byNumbers.from, byNumbers.to, byNumbers.distance_m])
    await expectFaults(caller, 'routes.eta', { from, to: '151.2,-33.9' }, ['to'])
    await expectFaults(caller, 'routes.nearest', { from, to: [to, '151.2,-33.9'] }, ['to[1]'])
  })

  test('is short across the antimeridian, and 0 from a point to itself', async () => {
    returning(/./, { status: 503, json: {} })
    const fiji = { from_lat: -17, from_lon: 179.9, to_lat: -17, to_lon: -179.9 }
    expect((await caller.ok('routes.eta', fiji)).distance_m).toBeLessThan(30_000)
    const nowhere = { from_lat: 0, from_lon: 0, to_lat: 0, to_lon: 0 }
    expect(await caller.ok('routes.eta', nowhere)).toMatchObject({ distance_m: 0, duration_s: 0 })
  })
})
