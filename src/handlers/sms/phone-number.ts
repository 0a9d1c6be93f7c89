import { invalidArgument } from '#runtime/base/errors.ts'
import { once } from '#runtime/base/once.ts'

/** A number as messages are sent to it. */
export interface Phone {
  /** In international format without blanks (ITU-T E.164): `+447700900123`. */
  readonly number: string
  /** ISO 3166-1 alpha-2 codes of the countries that it can be in: one, unless the number is of no known range. */
  readonly countries: readonly string[]
}

// Loaded with the first number: the numbering plans of all countries are 150 kB.
const plans = once(() => import('libphonenumber-js/max'))

/** Numbers that cost those who write to them, or that no person has. */
const unfit: ReadonlySet<string> = new Set(['PREMIUM_RATE', 'SHARED_COST', 'TOLL_FREE', 'PAGER', 'UAN', 'VOICEMAIL'])

/**
 * Reads a number that a person wrote.
 *
 * @param argument the name of the argument, for the error
 * @throws ApiError invalid_argument for what cannot be a phone's number
 */
export async function readPhone(text: string, argument: string): Promise<Phone> {
  const { parsePhoneNumberFromString } = await plans()
  const found = parsePhoneNumberFromString(text, { extract: false })
  if (!found?.isPossible())
    throw invalidArgument(argument, 'must be a whole phone number with its country code, such as +447700900123')
  if (unfit.has(found.getType() ?? ''))
    throw invalidArgument(argument, 'must be the number of a person’s phone, not of a service')
  const countries = found.country ? [found.country] : found.getPossibleCountries()
  return { number: found.number, countries }
}
