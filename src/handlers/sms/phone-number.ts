import { invalidArgument } from '#runtime/base/errors.ts'
import { once } from '#runtime/base/once.ts'

interface PhoneNumber {
  /** In international format without spaces (ITU-T E.164): `+447700900123`. */
  readonly number: string
  /** ISO 3166-1 alpha-2 codes of the countries that it can be in: one, unless the range of the number is unknown. */
  readonly countries: readonly string[]
}

// Loaded on first use: the numbering plans of all countries take 150 kB.
const plans = once(() => import('libphonenumber-js/max'))

/** Numbers that cost the sender extra, or that do not belong to a person. */
const unsuitable: ReadonlySet<string> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PAGER',
  'UAN',
  'VOICEMAIL',
])

/**
 * Parses a number as people write it.
 *
 * @param argument the name of the argument, for the error
 * @throws ApiError invalid_argument for anything but the number of a person's phone
 */
export async function parsePhoneNumber(text: string, argument: string): Promise<PhoneNumber> {
  const { parsePhoneNumberFromString } = await plans()
  const found = parsePhoneNumberFromString(text, { extract: false })
  if (!found?.isPossible())
    throw invalidArgument(argument, 'must be a whole phone number with its country code, such as +447700900123')
  if (unsuitable.has(found.getType() ?? ''))
    throw invalidArgument(argument, 'must be the number of a person’s phone, not of a service')
  const countries = found.country ? [found.country] : found.getPossibleCountries()
  return { number: found.number, countries }
}
