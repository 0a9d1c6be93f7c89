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

test('at its bound a subject is refused beforehand what was long before, and nothing else', () => {
  const inFlight = new InFlight({ perSubject: 2, perProcess: 10 })
  const verdicts: Verdict[] = []
  const check = (subject: string, kind: string) => inFlight.check(subject, verdicts, kind)
  const ends = [inFlight.begin('ann', [], 'notes.list')]
  check('ann', 'notes.list')
  ends.push(inFlight.begin('ann', [], 'notes.list'))
  expect(() => check('ann', 'notes.list')).toThrow(refusal('rate_limited'))
  expect(verdicts).toMatchObject([{ policy: { name: 'in-flight' }, isAllowed: false }])
  check('bob', 'notes.list')
  check('ann', 'docs.list')
  expect(() => inFlight.begin('ann', [], 'docs.list')).toThrow(refusal('rate_limited'))
  expect(() => check('ann', 'docs.list')).toThrow(refusal('rate_limited'))
  ends[0]?.()
  check('ann', 'notes.list')
  ends[1]?.()
  inFlight.begin('ann', [], 'notes.list')
  inFlight.begin('ann', [], 'notes.list')
  check('ann', 'docs.list')
})
