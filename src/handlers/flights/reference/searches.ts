import type { ApiError } from '#runtime/base/errors.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import type { Codes } from './codes.ts'

/** How to find an aircraft. Several values are spellings of the same thing. */
export interface Search {
  readonly by: 'hex' | 'callsign' | 'registration'
  readonly values: readonly string[]
}

/**
 * The searches for a flight number, a radio callsign, a registration, or the six hexadecimal digits of an aircraft's address.
 *
 * @returns in the order to try until one finds something: a text may be ambiguous, such as `AF1680`, a flight of Air France
 *   and an address
 * @throws ApiError invalid_argument for any other text
 */
export function searchesFor(text: string, { airlineByIata, airlineByIcao }: Codes): Search[] {
  const compact = text.toUpperCase().replace(/\s+/g, '')
  if (!/^[A-Z0-9]+(?:-[A-Z0-9]+)?$/.test(compact) || compact.length > 10) throw notAFlight()
  const plain = compact.replace('-', '')
  const byAddress: Search[] = /^[0-9A-F]{6}$/.test(compact) ? [{ by: 'hex', values: [compact.toLowerCase()] }] : []
  const [, prefix = '', digits = '', suffix = ''] = /^([A-Z]{3}|[A-Z0-9]{2})(\d{1,4})([A-Z]?)$/.exec(plain) ?? []
  const airline = airlineByIata.get(prefix)
  // In B-6234 the hyphen does not follow an airline's code.
  if (airline && (compact === plain || compact.startsWith(`${prefix}-`))) {
    const byNumber: Search = { by: 'callsign', values: spellings(airline.icao, digits, suffix) }
    return [byNumber, ...byAddress, ...(compact.includes('-') ? [registration(compact)] : [])]
  }
  if (byAddress.length > 0) return byAddress
  if (compact.includes('-')) return [registration(compact)]
  const isCallsign = /^[A-Z]{3}\d[A-Z0-9]{0,4}$/.test(plain)
  const byCallsign: Search = { by: 'callsign', values: [plain] }
  if (isCallsign && airlineByIcao.has(plain.slice(0, 3))) {
    return [digits ? { by: 'callsign', values: spellings(prefix, digits, suffix) } : byCallsign]
  }
  return isCallsign ? [byCallsign, registration(plain)] : [registration(plain), byCallsign]
}

/** Callsigns usually have no leading zeros, but some airlines keep those of the number. */
function spellings(prefix: string, digits: string, suffix: string): string[] {
  const short = digits.replace(/^0+(?=\d)/, '')
  return [...new Set([`${prefix}${short}${suffix}`, `${prefix}${digits}${suffix}`])]
}

/** People omit the hyphen, which follows the first or the second letter, depending on the country. */
function registration(text: string): Search {
  if (text.includes('-') || !/^[A-Z0-9]{4,7}$/.test(text) || /^N\d/.test(text)) {
    return { by: 'registration', values: [text] }
  }
  return { by: 'registration', values: [text, `${text[0]}-${text.slice(1)}`, `${text.slice(0, 2)}-${text.slice(2)}`] }
}

function notAFlight(): ApiError {
  const message = 'must be a flight number such as BA117, a callsign such as BAW117 or a registration such as G-ZBKL'
  return errorOfFaults([{ path: 'flight', message }])
}
