import { firstCharacters } from '../base/text/first-characters.ts'
import { OAuthError } from './oauth-error.ts'
import { redirectFault } from './redirects.ts'

const maxRedirects = 10
const maxNameLength = 60
/** Control and format characters: they could make a name look like another one, or reverse the text of a page. */
const UNSEEN = /[\p{C}\u2028\u2029]/gu

/** The metadata of a program. */
export interface ClientMetadata {
  /** Unverified text: 1 to 60 characters on one line. */
  readonly name: string | undefined
  readonly redirectUris: readonly string[]
}

/**
 * Reads the metadata of a program (RFC 7591, 2), in a registration or in its description. Unknown members are
 * ignored, including a logo, which would be loaded from another site.
 *
 * @throws OAuthError invalid_client_metadata, invalid_redirect_uri
 */
export function readClientMetadata(value: unknown): ClientMetadata {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('The program description must be a JSON object.')
  }
  const { redirect_uris, client_name, grant_types, response_types } = value as Record<string, unknown>
  needMember('grant_types', grant_types, 'authorization_code')
  needMember('response_types', response_types, 'code')
  return { name: readName(client_name), redirectUris: readRedirectUris(redirect_uris) }
}

function readRedirectUris(value: unknown): string[] {
  const isList = Array.isArray(value) && value.length > 0 && value.length <= maxRedirects
  if (!isList || !value.every((each) => typeof each === 'string')) {
    throw new OAuthError('invalid_redirect_uri', `redirect_uris must be a list of 1 to ${maxRedirects} strings.`)
  }
  const uris = value as string[]
  for (const [index, uri] of uris.entries()) {
    const fault = redirectFault(uri)
    if (fault !== undefined) throw new OAuthError('invalid_redirect_uri', `redirect_uris[${index}] ${fault}.`)
  }
  return [...new Set(uris)]
}

function readName(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw invalid('client_name must be a string.')
  const name = firstCharacters(value, 1000).normalize('NFC').replace(UNSEEN, ' ').replace(/\s+/g, ' ').trim()
  return firstCharacters(name, maxNameLength).trim() || undefined
}

function needMember(name: string, value: unknown, member: string): void {
  if (value === undefined) return
  if (!Array.isArray(value) || !value.includes(member)) {
    throw invalid(`${name} must be a list with ${member}, the only one that this server supports.`)
  }
}

function invalid(message: string): OAuthError {
  return new OAuthError('invalid_client_metadata', message)
}
