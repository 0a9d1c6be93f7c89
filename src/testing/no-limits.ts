import type { LimitSettings } from '../runtime/limits/limits.ts'

/** Every limit switched off, where a test or a measurement is about something else. */
export const noLimits: LimitSettings = {
  anonymousPerMinute: undefined,
  accountPerMinute: undefined,
  signInPer15Minutes: undefined,
  publicWritesPerHour: undefined,
  mailPerDay: undefined,
  textsPerDay: undefined,
}
