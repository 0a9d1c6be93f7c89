import { invalidArgument } from '../../runtime/base/errors.ts'
import { type DocumentedOperation, type DocumentedResponse, responsesInWords } from './documented.ts'

/** The response that a request asks for, as Prism knows it: `Prefer: code=429, example=rate_limited`. */
export interface Preference {
  readonly status?: number | undefined
  readonly example?: string | undefined
}

const maxLength = 500

/** Preferences are separated by commas, which a quoted value may contain (RFC 7240). */
const preference = /([^\s,;="]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?[^,"]*(?:"(?:[^"\\]|\\.)*"[^,"]*)*/g

/**
 * Reads a header `Prefer`. Preferences that the sandbox does not know are ignored, as RFC 7240 demands.
 *
 * @returns undefined if it asks for no response
 * @throws ApiError invalid_argument for a code that is not a status
 */
export function preferenceOf(header: string | string[] | undefined): Preference | undefined {
  if (header === undefined) return undefined
  const text = String(header)
  if (text.length > maxLength) throw invalidArgument('Prefer', `must have at most ${maxLength} characters`)
  const asked = new Map<string, string>()
  for (const [, name = '', quoted, plain = ''] of text.matchAll(preference)) {
    // Of several with one name the first counts.
    if (!asked.has(name.toLowerCase())) asked.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? plain)
  }
  const code = asked.get('code')
  const example = asked.get('example')
  if (code !== undefined && !/^[1-5]\d\d$/.test(code)) {
    throw invalidArgument('Prefer', 'must have a status as its code, such as code=429')
  }
  if (code === undefined && example === undefined) return undefined
  return { status: code === undefined ? undefined : Number(code), example }
}

/**
 * The documented response with this status and example. Without a status a successful response comes before others, and without an
 * example the first one counts.
 *
 * @param argument that is at fault if there is no such response
 * @throws ApiError invalid_argument with the responses that there are
 */
export function responseFor(
  operation: DocumentedOperation,
  { status, example }: Preference,
  argument: string,
): DocumentedResponse {
  const found = operation.responses.find(
    (each) => (status === undefined || each.status === status) && (example === undefined || each.example === example),
  )
  if (found) return found
  const asked = [status, example].filter((part) => part !== undefined).join(' ')
  const known = responsesInWords(operation) || 'none that can be chosen'
  throw invalidArgument(argument, `names ${asked}, which ${operation.id} does not document; it documents ${known}`)
}
