import { describe, expect, test } from 'vitest'
import { placesForTests } from '../fixtures/places-server.ts'

const { server } = placesForTests()

describe('places.address', () => {
  test('returns the address at a point, with the distance to it', async () => {
    const found = await server().anonymous.ok('places.address', { lat: 51.5309, lon: -0.1233 })
    expect(found).toMatchObject({ name: "King's Cross", kind: 'station', distance_m: 36, lat: 51.5308, lon: -0.1238 })
    expect(found).not.toHaveProperty('id')
  })

  test('finds nothing at sea, also at 0, 0', async () => {
    const { status, body } = await server().anonymous.fails('places.address', { lat: 0, lon: 0 })
    expect([status, body.code]).toEqual([400, 'not_found'])
    expect(body.error).toContain('0.00000, 0.00000')
  })
})
