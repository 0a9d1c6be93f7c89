import { expect, test } from 'vitest'
import { aircraftInWords } from './aircraft-text.ts'

test.each([
  [{ altitude_ft: 7425 }, 'flies at 7,425 ft'],
  [{ altitude_ft: 7425, climb_fpm: 2000 }, 'climbs through 7,425 ft'],
  [{ altitude_ft: -75 }, 'flies near sea level'],
  [{ altitude_ft: -75, climb_fpm: -900 }, 'descends near sea level'],
  [{ altitude_ft: -1200 }, 'flies 1,200 ft below sea level'],
])('an aircraft with %j %s', (state, words) => {
  const aircraft = { hex: '406f78', observed: '2026-11-21T09:30:00.000Z', on_ground: false, lat: 0, lon: 0 }
  expect(aircraftInWords({ ...aircraft, ...state })).toBe(`The aircraft with the address 406f78 ${words}`)
})
