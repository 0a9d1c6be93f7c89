import { randomBytes } from 'node:crypto'
import { invalidArgument } from '#runtime/base/errors.ts'

/**
 * Digits and letters without those that are easily confused (0 O o, 1 l I i), and without vowels, so that no word appears
 * by chance.
 */
export const idAlphabet = '23456789bcdfghjkmnpqrstvwxzBCDFGHJKLMNPQRSTVWXYZ'

/** 48^9 is about 50 bits: among a million links, guessing finds one after a thousand million tries. */
const idLength = 9

/** The largest multiple of the alphabet's length that a byte can hold: bytes above it would make some letters more likely. */
const fairBytes = 256 - (256 % idAlphabet.length)

/** A new unpredictable id. It may be taken. */
export function generatedId(): string {
  let id = ''
  while (id.length < idLength) {
    for (const byte of randomBytes(2 * idLength)) {
      if (byte < fairBytes && id.length < idLength) id += idAlphabet[byte % idAlphabet.length]
    }
  }
  return id
}

const chosen = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Checks an id that a caller chose and returns it unchanged.
 *
 * @throws ApiError invalid_argument unless it is 1 to 64 letters, digits, underscores and hyphens, and not a reserved word
 */
export function checkedId(id: string): string {
  if (id.length > 64) throw invalidArgument('id', 'must have at most 64 characters')
  if (!chosen.test(id)) throw invalidArgument('id', 'must contain only letters, digits, underscores and hyphens')
  if (isReserved(id)) throw invalidArgument('id', 'is a reserved word; choose another')
  return id
}

/** First segments of this server's own paths. */
const ownPaths = `
  account admin agent api apps browser calendar chat docs favicon files gateway health inbox llms mcp metrics notify openapi robots settings
  setup signin signout signup social static stream tiles u url v1 well-known whoami work`

/** Words that visitors would take for a page of this server, and trust with a password or money. */
const trusted = `
  abuse about accounts administrator assets auth billing blog cdn checkout confirm contact copyright credits css dashboard
  dmca download downloads error errors faq feedback fonts help home host hostmaster images img imprint index info invite
  invoice javascript js legal license login logout mail media moderator my news null oauth official onedoor operator owner
  password pay payment payments policy postmaster pricing privacy profile public recover register reset root search secure
  security service services session sessions shop sign-in sign-out sign-up sitemap staff status store subscribe support system
  team terms test token tokens top-up tos undefined unsubscribe update upgrade user username users verify wallet webmaster
  webmail www`

const reserved: ReadonlySet<string> = new Set(`${ownPaths} ${trusted}`.trim().split(/\s+/).map(bare))

/** Case, dashes and underscores do not matter. */
function bare(id: string): string {
  return id.toLowerCase().replace(/[_-]/g, '')
}

/** Whether the id is a reserved word. */
export function isReserved(id: string): boolean {
  return reserved.has(bare(id))
}
