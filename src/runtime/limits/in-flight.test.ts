import { expect, test } from 'vitest'
import { InFlight } from './in-flight.ts'
import type { Verdict } from './policy.ts'

const refusal = (code: string) => expect.objectContaining({ code, retryAfterS: 1 })

test('each subject has its own bound, and one at it does not hold up another', () => {
  const inFlight = new InFlight({ perSubject: 2, perProcess: 10 })
  const verdicts: Verdict[] = []
  const begin = (subject: string) => inFlight.begin(subject, verdicts)
  const [first] = [begin('ann'), begin('ann')]
  expect(() => begin('ann')).toThrow(refusal('rate_limited'))
  expect(verdicts).toMatchObject([
    { policy: { name: 'in-flight' }, quota: 2, isAllowed: false, remaining: 0, resetS: 1 },
  ])
  begin('bob')
  first?.()
  first?.()
  begin('ann')
  expect(() => begin('ann')).toThrow(refusal('rate_limited'))
})

test('all subjects together have a bound', () => {
  const inFlight = new InFlight({ perSubject: 2, perProcess: 3 })
  const begin = (subject: string) => inFlight.begin(subject, [])
  const ends = ['ann', 'bob', 'eve'].map((name) => begin(name))
  expect(() => begin('kim')).toThrow(refusal('unavailable'))
  ends[1]?.()
  begin('kim')
})
