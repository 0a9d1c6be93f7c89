import { test } from 'vitest'
import { expectFaults } from '#testing/expect-faults.ts'
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
  await expectFaults(server().anonymous, id, args, paths)
})
