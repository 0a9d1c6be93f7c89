import { expect, test } from 'vitest'
import { placesForTests } from './fixtures/places-server.ts'

const { server } = placesForTests()

test.each([
  ['places.geocode', {}, ['address']],
  ['places.geocode', { address: ' ' }, ['address']],
  ['places.address', { lat: 1 }, ['lon']],
  ['places.address', { lat: 90.1, lon: 180.1 }, ['lat', 'lon']],
  ['places.elevation', {}, ['place']],
  ['places.elevation', { lat: 1 }, ['lon']],
  ['places.elevation', { lon: 1, place: 'Ben Nevis' }, ['lat']],
] as const)('%s rejects %j', async (id, args, paths) => {
  const { status, body } = await server().anonymous.fails(id, args)
  expect([status, body.code, body.details?.map(({ path }) => path)]).toEqual([400, 'invalid_argument', paths])
})
