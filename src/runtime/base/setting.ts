import { z } from 'zod'

/** One setting, as docs/configuration.md and all error messages tell of it. */
export interface Setting<Value> {
  /** The environment variable. */
  readonly name: string
  /** What a value must be, as the end of a sentence that begins with "must be". */
  readonly rule: string
  /** What holds when nothing is set, as text of the same form that the environment would hold. */
  readonly fallback?: string
  /** How the settings page words the default where the text alone would not tell. */
  readonly fallbackText?: string
  /** One sentence: what the setting is for. */
  readonly meaning: string
  /** What is off, or different, while nothing is set. */
  readonly without: string
  /** A value that is right. */
  readonly example: string
  /** A secret's value is never repeated, neither in an error nor in a log. */
  readonly secret?: true
  readonly schema: z.ZodType<Value, string>
}

/** A setting that always has a value. */
export function setting<Value>(entry: Setting<Value> & { fallback: string }): Setting<Value> {
  return entry
}

/** A setting that may be left out. */
export function optional<Value>(entry: Omit<Setting<Value>, 'fallback'>): Setting<Value | undefined> {
  return entry as Setting<Value | undefined>
}

/** Takes whole numbers, both bounds included, as decimal digits alone. */
export function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
}
