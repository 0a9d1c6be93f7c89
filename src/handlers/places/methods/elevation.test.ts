import { describe, expect, test } from 'vitest'
import { placesForTests } from '../fixtures/places-server.ts'

const { server, standIn, returning } = placesForTests()

describe('places.elevation', () => {
  test('returns metres and feet, with the attributions of the model and of the name', async () => {
    const found = await server().anonymous.ok('places.elevation', { place: 'Ben Nevis' })
    expect(found).toMatchObject({
      place: 'Ben Nevis, Highland, Scotland, United Kingdom',
      height_m: 1331,
      height_ft: 4367,
      resolution_m: 90,
      text: 'Ben Nevis, Highland, Scotland, United Kingdom is 1,331 m (4,367 ft) above sea level.',
      source: 'Open-Meteo',
      attribution: 'Open-Meteo, with data of the Copernicus DEM GLO-90; © OpenStreetMap contributors',
    })
  })

  test('looks up no name if there are coordinates', async () => {
    const before = standIn().requests.length
    const found = await server().anonymous.ok('places.elevation', { place: 'Ben Nevis', lat: 10.00001, lon: 20 })
    expect(found).toMatchObject({
      lat: 10.00001,
      height_m: 38,
      attribution: expect.not.stringContaining('OpenStreetMap'),
    })
    expect(found).not.toHaveProperty('place')
    expect(await server().anonymous.ok('places.elevation', { place: '10.00001,20' })).toEqual(found)
    expect(
      standIn()
        .requests.slice(before)
        .map(({ path }) => path),
    ).toEqual(['/v1/elevation'])
  })

  test.each([
    [0, 'at sea level'],
    [-430.4, '430 m (1,412 ft) below sea level'],
  ])('describes %d m in words', async (height, words) => {
    returning(/v1\/elevation$/, { json: { elevation: [height] } })
    expect((await server().anonymous.ok('places.elevation', { lat: 31.5, lon: 35.5 })).text).toContain(words)
  })

  test('is not found if the model has no value or the name is unknown', async () => {
    returning(/v1\/elevation$/, { json: { elevation: [null] } })
    expect((await server().anonymous.fails('places.elevation', { lat: -89, lon: 0 })).body.code).toBe('not_found')
    expect((await server().anonymous.fails('places.elevation', { place: 'Xyzzy' })).body.code).toBe('not_found')
  })
})
