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
} as const
