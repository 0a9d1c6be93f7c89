import type { LimitSettings } from '../runtime/limits/limits.ts'

/** All limits switched off, for tests and measurements of other things. */
export const noLimits: LimitSettings = {
  anonymousPerMinute: undefined,
  accountPerMinute: undefined,
  signInPer15Minutes: undefined,
  publicWritesPerHour: undefined,
  mailPerDay: undefined,
}
