import { expect, test } from 'vitest'
import { depthText } from './result-text.ts'

test.each([
  [9.6, '10 km deep'],
  [0.4, 'near the surface'],
  [-0.4, 'near the surface'],
  [-1.2, '1 km above sea level'],
])('an earthquake %d km below sea level is %s', (km, text) => expect(depthText(km)).toBe(text))
