import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IncomingBytes } from './incoming-bytes.ts'
import type { Verdict } from './policy.ts'

const mebibyte = 1024 * 1024

test('one subject may send up to its limit, and more when a request is done', () => {
  const arriving = new IncomingBytes({ perSubject: 10 * mebibyte, perProcess: 100 * mebibyte })
  const first = arriving.begin('ada', 6 * mebibyte)
  const verdicts: Verdict[] = []
  expect(() => arriving.begin('ada', 5 * mebibyte, verdicts)).toThrow('You are already sending 6 MiB of large requests')
  expect(verdicts).toMatchObject([{ isAllowed: false, remaining: 4 * mebibyte }])
  arriving.begin('ada', 4 * mebibyte)
  arriving.begin('ben', 10 * mebibyte)
  first.end()
  first.end()
  arriving.begin('ada', 6 * mebibyte)
  expect(() => arriving.begin('ada', 1)).toThrow()
})

test('a single body of any size is accepted', () => {
  expect(() => new IncomingBytes({ perSubject: 10, perProcess: 100 }).begin('ada', 12).take(12)).not.toThrow()
})

test('what is taken after the end of a request is not counted: nothing would remove it', () => {
  const arriving = new IncomingBytes({ perSubject: 100, perProcess: 100 })
  const gone = arriving.begin('ada', 100)
  gone.take(10)
  gone.end()
  gone.take(90)
  expect(() => arriving.begin('ben', 50).take(50)).not.toThrow()
})

test('bodies that trickle take no room: nine of 16 MiB from five accounts leave all of it to another', () => {
  const arriving = new IncomingBytes()
  for (let index = 0; index < 9; index++) arriving.begin(`slow-${index % 5}`, 16 * mebibyte).take(60)
  const body = arriving.begin('ada', 16 * mebibyte)
  for (let piece = 0; piece < 16; piece++) body.take(mebibyte)
})

test('however many subjects send all that they can, a later one finds room, and everything is returned', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 20 }), (greedy, piece) => {
      const perProcess = 200
      const arriving = new IncomingBytes({ perSubject: perProcess, perProcess })
      const bodies = Array.from({ length: greedy }, (_, index) => arriving.begin(`greedy-${index}`, perProcess))
      let sent = 0
      const refusals = new Set(bodies.map(() => 0 as unknown))
      for (let round = 0; round < perProcess; round++) {
        for (const body of bodies) {
          try {
            body.take(piece)
            sent += piece
          } catch (refusal) {
            refusals.add((refusal as { code: string }).code)
          }
        }
      }
      expect(perProcess - sent).toBeGreaterThanOrEqual(Math.floor(perProcess / (greedy + 1)))
      expect([...refusals]).toEqual([0, 'unavailable'])
      for (const body of bodies) body.end()
      expect(() => arriving.begin('later', perProcess).take(perProcess / 2)).not.toThrow()
    }),
    { numRuns: 50 },
  )
})
