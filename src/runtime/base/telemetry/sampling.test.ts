import { describe, expect, test } from 'vitest'
import { createSampler, remoteParentOf, type SamplerName } from './sampling.ts'
import { parsePairs } from './settings.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

describe('a traceparent header', () => {
  test.each([
    ['of version 00', `00-${traceId}-${spanId}-01`, true],
    ['of a call that is not recorded', `00-${traceId}-${spanId}-00`, false],
    ['with further flags', `00-${traceId}-${spanId}-03`, true],
    ['of a later version', `cc-${traceId}-${spanId}-01-what-the-future-will-be-like`, true],
  ])('%s names the parent', (_what, header, isSampled) => {
    expect(remoteParentOf(header)).toEqual({ traceId, spanId, isSampled })
  })

  test.each([
    ['missing', undefined],
    ['sent twice', [`00-${traceId}-${spanId}-01`, `00-${traceId}-${spanId}-01`]],
    ['joined by Node', `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`],
    ['of version ff', `ff-${traceId}-${spanId}-01`],
    ['with more than version 00 has', `00-${traceId}-${spanId}-01-more`],
    ['without a trace', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['without a span', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['in upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['cut off', `00-${traceId}-${spanId.slice(1)}-01`],
  ])('that is %s names nothing', (_what, header) => {
    expect(remoteParentOf(header)).toBeUndefined()
  })
})

const parent = (isSampled: boolean) => ({ traceId, spanId, isSampled })
const ids = Array.from({ length: 1000 }, (_, index) =>
  Math.floor((index / 1000) * 2 ** 52)
    .toString(16)
    .padStart(13, '0')
    .padEnd(14, '7')
    .padStart(32, 'a'),
)
const share = (name: SamplerName, ratio: number, of?: ReturnType<typeof parent>) =>
  ids.filter((id) => createSampler(name, ratio)(id, of)).length / ids.length

test.each<[SamplerName, number, number, number, number]>([
  ['always_on', 0, 1, 1, 1],
  ['always_off', 1, 0, 0, 0],
  ['traceidratio', 0.25, 0.25, 0.25, 0.25],
  ['traceidratio', 0, 0, 0, 0],
  ['traceidratio', 1, 1, 1, 1],
  ['parentbased_always_on', 0, 1, 1, 0],
  ['parentbased_always_off', 1, 0, 1, 0],
  ['parentbased_traceidratio', 0.25, 0.25, 1, 0],
])('%s with %d traces its share, and obeys a parent only if its name says so', (name, ratio, own, sampled, not) => {
  expect([share(name, ratio), share(name, ratio, parent(true)), share(name, ratio, parent(false))]).toEqual([
    expect.closeTo(own, 2),
    expect.closeTo(sampled, 2),
    expect.closeTo(not, 2),
  ])
})

test('a list of pairs is read with its percent-encoded values, and rejected if it is no such list', () => {
  expect(parsePairs('authorization=Bearer%20abc%3D , x-tenant = one,empty=')).toEqual({
    authorization: 'Bearer abc=',
    'x-tenant': 'one',
    empty: '',
  })
  for (const wrong of ['', 'novalue', 'a=1,,b=2', 'a b=1', 'a="1"', 'a=%zz', '=1']) {
    expect(parsePairs(wrong), wrong).toBeUndefined()
  }
})
