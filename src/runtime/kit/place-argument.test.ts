import { expect, test } from 'vitest'
import type { ArgumentFault } from '../base/errors.ts'
import { placeArgument } from './place-argument.ts'

const names = { name: 'near', lat: 'lat', lon: 'lon' }

test.each([
  [{ name: ' Paris ' }, { name: 'Paris' }, []],
  [{ name: 'Paris', lat: 0, lon: 0 }, { point: { lat: 0, lon: 0 } }, []],
  [{ name: ' 51.53,-0.12 ' }, { point: { lat: 51.53, lon: -0.12 } }, []],
  [{ name: '+90 ; 180' }, { point: { lat: 90, lon: 180 } }, []],
  [{ name: '-33.8688 151.2093' }, { point: { lat: -33.8688, lon: 151.2093 } }, []],
  [{ name: '1 High Street' }, { name: '1 High Street' }, []],
  [{ name: '51.53' }, { name: '51.53' }, []],
  [{ name: '51.53,-0.12', lat: 1, lon: 2 }, { point: { lat: 1, lon: 2 } }, []],
  [
    { name: '151.2093,-33.8688' },
    undefined,
    [{ path: 'near', message: 'must be a name, or a latitude from -90 to 90 and a longitude from -180 to 180' }],
  ],
  [{ name: '0,180.1' }, undefined, [{ path: 'near', message: expect.any(String) }]],
  [{ lat: 1 }, undefined, [{ path: 'lon', message: 'is required together with lat' }]],
  [{ name: 'Paris', lon: 1 }, undefined, [{ path: 'lat', message: 'is required together with lon' }]],
  [{}, undefined, [{ path: 'near', message: 'is required unless lat and lon are given' }]],
])('the place of %j', (values, place, expected) => {
  const faults: ArgumentFault[] = []
  expect(placeArgument(values, names, faults)).toEqual(place)
  expect(faults).toEqual(expected)
})
