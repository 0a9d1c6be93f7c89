import { CalculationMethod, CalculationParameters, HighLatitudeRule, Rounding } from 'adhan'
import type { CallArgs } from '#generated/server/handlers.ts'
import type { Point } from '#runtime/base/geo.ts'
import { afternoonMs } from './sun.ts'

type Args = CallArgs<'prayer.times'>
export type Method = NonNullable<Args['method']>
export type Asr = NonNullable<Args['asr']>
export type HighLatitude = NonNullable<Args['high_latitude']>

export interface Rules {
  readonly method: Method
  readonly asr: Asr
  readonly highLatitude: HighLatitude
  /** Whether the day is in Ramadan. */
  readonly isRamadan: boolean
}

const minuteMs = 60_000
/** The Umm al-Qura calendar has Isha this much later in Ramadan. The Qatari tables do not: see the published times. */
const ramadanIshaMinutes = 30

/**
 * The library's presets include the minutes that authorities add to their tables; the others are built from published
 * angles. Those of JAKIM are from the National Fatwa Committee of Malaysia, 116th meeting, November 2019, before which
 * Fajr was at 20 degrees.
 */
const parameters: Readonly<Record<Method, () => CalculationParameters>> = {
  isna: CalculationMethod.NorthAmerica,
  mwl: CalculationMethod.MuslimWorldLeague,
  egypt: CalculationMethod.Egyptian,
  karachi: CalculationMethod.Karachi,
  gulf: () => withMinutes(new CalculationParameters('Other', 19.5, 0, 90), {}),
  diyanet: CalculationMethod.Turkey,
  muis: CalculationMethod.Singapore,
  jakim: () => withMinutes(new CalculationParameters('Other', 18, 18), { dhuhr: 1 }),
  umm_al_qura: CalculationMethod.UmmAlQura,
  dubai: CalculationMethod.Dubai,
  qatar: CalculationMethod.Qatar,
  kuwait: CalculationMethod.Kuwait,
  moonsighting: CalculationMethod.MoonsightingCommittee,
  tehran: CalculationMethod.Tehran,
  morocco: () => withMinutes(new CalculationParameters('Other', 19, 17), { sunrise: -3, dhuhr: 5, maghrib: 5 }),
}

/** How many lengths an object's shadow has grown by. */
const shadows = { shafi: 1, hanafi: 2 } as const
const highLatitudes = {
  angle: HighLatitudeRule.TwilightAngle,
  middle: HighLatitudeRule.MiddleOfTheNight,
  seventh: HighLatitudeRule.SeventhOfTheNight,
} as const

function withMinutes(made: CalculationParameters, minutes: Partial<CalculationParameters['methodAdjustments']>) {
  made.methodAdjustments = { ...made.methodAdjustments, ...minutes }
  return made
}

/** The parameters of the library for these rules. */
export function parametersOf({ method, highLatitude, isRamadan }: Rules): CalculationParameters {
  const made = parameters[method]()
  made.highLatitudeRule = highLatitudes[highLatitude]
  if (isRamadan && method === 'umm_al_qura') made.ishaInterval += ramadanIshaMinutes
  return made
}

/**
 * The beginning of the afternoon prayer by these rules.
 *
 * @returns epoch milliseconds, on the minute; undefined if it does not occur
 */
export function afternoonOf(place: Point, noonMs: number, { method, asr }: Rules): number | undefined {
  const exactMs = afternoonMs(place, noonMs, shadows[asr])
  if (exactMs === undefined) return undefined
  const { rounding, methodAdjustments } = parameters[method]()
  const minutes = exactMs / minuteMs + (methodAdjustments.asr ?? 0)
  return (rounding === Rounding.Up ? Math.ceil(minutes) : Math.round(minutes)) * minuteMs
}

/** Parameters without a rule for high latitudes: only the sun decides, so times may not occur. */
export function sunAlone(rules: Rules): CalculationParameters {
  const made = parametersOf(rules)
  // The library ignores the portions of the night for the method of the Moonsighting Committee.
  if (rules.method === 'moonsighting') made.method = 'Other'
  made.nightPortions = () => ({ fajr: Number.NaN, isha: Number.NaN })
  return made
}
