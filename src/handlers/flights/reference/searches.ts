import type { ApiError } from '#runtime/base/errors.ts'
import { errorOfFaults } from '#runtime/calls/faults.ts'
import type { Lists } from './codes.ts'

/** By what an aircraft is looked for. Several values are spellings of the same thing. */
export interface Search {
  readonly by: 'hex' | 'callsign' | 'registration'
  readonly values: readonly string[]
}

/**
 * What somebody means by the flight that they ask for: a flight number, a radio callsign, a registration, or the six
 * hexadecimal digits of an aircraft's address.
 *
 * @returns how to look for it, in this order until something is found: some texts can be more than one of them, such as
 *   `AF1680`, a flight of Air France and an address
 * @throws ApiError invalid_argument for a text that can be none of them
 */
export function searchesFor(text: string, { airlineByIata, airlineByIcao }: Lists): Search[] {
  const compact = text.toUpperCase().replace(/\s+/g, '')
  if (!/^[A-Z0-9]+(?:-[A-Z0-9]+)?$/.test(compact) || compact.length > 10) throw notAFlight()
  const plain = compact.replace('-', '')
  const byAddress: Search[] = /^[0-9A-F]{6}$/.test(compact) ? [{ by: 'hex', values: [compact.toLowerCase()] }] : []
  const [, prefix = '', digits = '', suffix = ''] = /^([A-Z]{3}|[A-Z0-9]{2})(\d{1,4})([A-Z]?)$/.exec(plain) ?? []
  const airline = airlineByIata.get(prefix)
  // In B-6234 the hyphen does not stand behind the airline's code.
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

/** Callsigns have no leading zeros as a rule, but some airlines keep those of the number. */
function spellings(prefix: string, digits: string, suffix: string): string[] {
  const short = digits.replace(/^0+(?=\d)/, '')
  return [...new Set([`${prefix}${short}${suffix}`, `${prefix}${digits}${suffix}`])]
}

/** People leave the hyphen out, and registers have it: after the first letter or the second, by country. */
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
