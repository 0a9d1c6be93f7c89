import { expect, test } from 'vitest'
import { InFlight } from './in-flight.ts'
import type { Verdict } from './policy.ts'

const refusal = (code: string) => expect.objectContaining({ code, retryAfterS: 1 })

test('each subject has its own limit, and does not hold up another', () => {
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

test('all subjects together have a limit', () => {
  const inFlight = new InFlight({ perSubject: 2, perProcess: 3 })
  const begin = (subject: string) => inFlight.begin(subject, [])
  const ends = ['ann', 'bob', 'eve'].map((name) => begin(name))
  expect(() => begin('kim')).toThrow(refusal('unavailable'))
  ends[1]?.()
  begin('kim')
})

test('at its limit a subject is rejected in advance only for responses that were long before', () => {
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

test('a client that does not read gets no more beyond its limit in bytes, and others do', () => {
  const inFlight = new InFlight(undefined, { perSubject: 100, perProcess: 250 })
  const check = (subject: string, bytes = 0) => inFlight.checkUnsent(subject, bytes)
  // One larger than the limit is sent if nothing else waits.
  check('ann', 1000)
  const end = inFlight.hold('ann', 100)
  expect(() => check('ann')).toThrow(refusal('rate_limited'))
  check('bob')
  check('bob', 100)
  inFlight.hold('bob', 60)
  check('bob', 40)
  expect(() => check('bob', 41)).toThrow(refusal('rate_limited'))
  end()
  end()
  expect(inFlight.unsentBytes).toBe(60)
  check('ann')
})

test('beyond the limit of the process, subjects with the most waiting bytes are rejected, and large responses of others', () => {
  const inFlight = new InFlight(undefined, { perSubject: 1000, perProcess: 250 })
  inFlight.hold('ann', 200)
  const end = inFlight.hold('bob', 51)
  expect(() => inFlight.checkUnsent('ann')).toThrow(refusal('rate_limited'))
  inFlight.checkUnsent('bob')
  inFlight.checkUnsent('eve')
  expect(() => inFlight.checkUnsent('eve', 100)).toThrow(refusal('unavailable'))
  end()
  inFlight.checkUnsent('eve', 50)
})
