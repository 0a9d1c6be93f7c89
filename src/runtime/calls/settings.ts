import { setting, wholeNumber } from '../base/setting.ts'

/** Calls of methods. */
export const callSettings = {
  callTimeoutMs: setting({
    name: 'CALL_TIMEOUT_S',
    rule: 'a whole number of seconds from 1 to 3600',
    fallback: '240',
    meaning:
      'The number of seconds that a call may take. After that, the call is stopped and costs nothing. An x402 payment is valid for 300 seconds.',
    without: 'Nothing.',
    example: '120',
    schema: () => wholeNumber(1, 3600).transform((seconds) => seconds * 1000),
  }),
  callLogDays: setting({
    name: 'CALL_LOG_DAYS',
    rule: 'a whole number of days from 1 to 3650',
    fallback: '90',
    meaning:
      'The number of days for which the call log stores an entry. People read the log of their calls at /settings/calls.',
    without: 'Nothing.',
    example: '365',
    schema: () => wholeNumber(1, 3650),
  }),
  callLogEntries: setting({
    name: 'CALL_LOG_ENTRIES',
    rule: 'a whole number from 1000 to 100000000',
    fallback: '200000',
    meaning:
      'The maximum number of entries that the call log stores for one account. The oldest entries beyond it are deleted every hour.',
    without: 'Nothing.',
    example: '1000000',
    schema: () => wholeNumber(1000, 100_000_000),
  }),
  slowCallMs: setting({
    name: 'SLOW_CALL_MS',
    rule: 'a whole number of milliseconds from 1 to 3600000, or off',
    fallback: 'off',
    meaning:
      'The duration from which a call is logged as a warning ("slow call"), with its operation, its request id and where its time went: admission (credentials and limits), arguments (reading and validation), preparation (payment, key and approval), handler, and the rest. Arguments are never logged.',
    without: 'Slow calls are not marked in the log.',
    example: '2000',
    schema: () => wholeNumber(1, 3_600_000).or('off', undefined),
  }),
} as const
