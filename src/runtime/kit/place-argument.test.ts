import { expect, test } from 'vitest'
import type { ArgumentFault } from '../base/errors.ts'
import { placeArgument } from './place-argument.ts'

const names = { name: 'near', lat: 'lat', lon: 'lon' }

test.each([
  [{ name: ' Paris ' }, { name: 'Paris' }, []],
  [{ name: 'Paris', lat: 0, lon: 0 }, { point: { lat: 0, lon: 0 } }, []],
  [{ lat: 1 }, undefined, [{ path: 'lon', message: 'is required together with lat' }]],
  [{ name: 'Paris', lon: 1 }, undefined, [{ path: 'lat', message: 'is required together with lon' }]],
  [{}, undefined, [{ path: 'near', message: 'is required unless lat and lon are given' }]],
])('the place of %j', (values, place, expected) => {
  const faults: ArgumentFault[] = []
  expect(placeArgument(values, names, faults)).toEqual(place)
  expect(faults).toEqual(expected)
})
