import { expect, test } from 'vitest'
import { roughTravel } from './estimate.ts'

const london = { lat: 51.5308, lon: -0.1238 }
const minutes = (to: { lat: number; lon: number }, mode: 'transit' | 'walk') =>
  roughTravel({ from: london, to, mode }).durationS / 60

test.each([
  ['the next street', { lat: 51.5308, lon: -0.1238 }, 0],
  ['the British Museum', { lat: 51.5194, lon: -0.1269 }, 9],
  ['Croydon', { lat: 51.3714, lon: -0.0977 }, 65],
  ['Brighton', { lat: 50.829, lon: -0.141 }, 142],
  ['Edinburgh', { lat: 55.952, lon: -3.189 }, 395],
])('public transport to %s is estimated faster the farther it goes, in whole minutes', (_name, to, expected) => {
  expect(minutes(to, 'transit')).toBe(expected)
})

test('a walk is estimated in whole minutes', () => {
  expect(minutes({ lat: 51.5194, lon: -0.1269 }, 'walk')).toBe(23)
})
