import { expect, test } from 'vitest'
import { errorCodes } from '#runtime/base/errors.ts'
import { codesByStatus, retryAfterSeconds } from './errors.ts'

const now = Date.parse('2026-11-21T09:30:00.000Z')

test('the client knows every code of the server, under the status it is sent with', () => {
  const ofServer = Object.entries(errorCodes).map(([code, { status }]) => `${status} ${code}`)
  const ofClient = Object.entries(codesByStatus).flatMap(([status, codes]) => codes.map((code) => `${status} ${code}`))
  expect(ofClient.sort()).toEqual(ofServer.sort())
})

test.each([
  [null, undefined],
  ['0', 0],
  ['120', 120],
  ['Sat, 21 Nov 2026 09:30:30 GMT', 30],
  ['Sat, 21 Nov 2026 09:29:00 GMT', 0],
  ['soon', undefined],
  ['-5', undefined],
])('Retry-After %j is %j seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, now)).toBe(seconds)
})
