import { CalculationMethod, CalculationParameters, HighLatitudeRule, Madhab } from 'adhan'
import type { CallArgs } from '#generated/server/handlers.ts'

type Args = CallArgs<'prayer.times'>
export type Method = NonNullable<Args['method']>
export type Asr = NonNullable<Args['asr']>
export type HighLatitude = NonNullable<Args['high_latitude']>

export interface Rules {
  readonly method: Method
  readonly asr: Asr
  readonly highLatitude: HighLatitude
}

/** The library's presets include the minutes that authorities add to their tables; the others are built from published angles. */
const parameters: Readonly<Record<Method, () => CalculationParameters>> = {
  isna: CalculationMethod.NorthAmerica,
  mwl: CalculationMethod.MuslimWorldLeague,
  egypt: CalculationMethod.Egyptian,
  karachi: CalculationMethod.Karachi,
  gulf: () => withMinutes(new CalculationParameters('Other', 19.5, 0, 90), {}),
  diyanet: CalculationMethod.Turkey,
  muis: CalculationMethod.Singapore,
  jakim: () => withMinutes(new CalculationParameters('Other', 20, 18), { dhuhr: 1 }),
  umm_al_qura: CalculationMethod.UmmAlQura,
  dubai: CalculationMethod.Dubai,
  qatar: CalculationMethod.Qatar,
  kuwait: CalculationMethod.Kuwait,
  moonsighting: CalculationMethod.MoonsightingCommittee,
  tehran: CalculationMethod.Tehran,
  morocco: () => withMinutes(new CalculationParameters('Other', 19, 17), { sunrise: -3, dhuhr: 5, maghrib: 5 }),
}

const madhabs = { shafi: Madhab.Shafi, hanafi: Madhab.Hanafi } as const
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
export function parametersOf({ method, asr, highLatitude }: Rules): CalculationParameters {
  const made = parameters[method]()
  made.madhab = madhabs[asr]
  made.highLatitudeRule = highLatitudes[highLatitude]
  return made
}

/** Parameters without a rule for high latitudes: only the sun decides, so times may not occur. */
export function sunAlone(rules: Rules): CalculationParameters {
  const made = parametersOf(rules)
  if (rules.method === 'moonsighting') made.method = 'Other'
  made.nightPortions = () => ({ fajr: Number.NaN, isha: Number.NaN })
  return made
}
