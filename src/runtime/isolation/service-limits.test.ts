import { expect, test } from 'vitest'
import { DEFAULT_SERVICE_LIMITS, groupLimitsOf, parseServiceLimits } from './service-limits.ts'

test.each([
  ['none', {}],
  ['cpu=0.5 disk=20', { cpu: 0.5, disk: 20 }],
  [DEFAULT_SERVICE_LIMITS, { memory: 1024, processes: 512, cpu: 1, disk: 1024 }],
])('%j is %j', (text, limits) => {
  expect(parseServiceLimits(text)).toEqual(limits)
})

test.each(['', 'memory=0.5', 'processes=1.5', 'cpu=0', 'cpu=0.00', 'cpu=.5', 'cpu=1.234', 'open=5'])(
  '%j is invalid',
  (text) => {
    expect(parseServiceLimits(text)).toBeUndefined()
  },
)

test('a control group limits the given memory, processes and CPUs', () => {
  expect(groupLimitsOf({ memory: 2, processes: 5, cpu: 0.5, disk: 9 })).toEqual({
    memoryBytes: 2_097_152,
    processes: 5,
    cpus: 0.5,
  })
  expect(groupLimitsOf({ disk: 9 })).toEqual({})
})
