/** A mailbox of this instance, and a tag. */
export interface Local {
  readonly username: string
  readonly tag: string | undefined
}

/** A sender or a recipient. */
export interface Party {
  readonly address: string
  readonly name?: string
}

/** A mailbox of this instance, or an address outside. */
export type Destination = ({ readonly kind: 'local' } & Local) | { readonly kind: 'outside'; readonly address: string }

const tagForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const usernameForm = /^[a-z0-9_-]{1,64}$/
/** RFC 5321, section 4.5.3.1: octets of the part before the at sign, and of all. */
const maxLocalPart = 64
const maxAddress = 254

/** Splits `rosa_m+orders` into a mailbox and its tag; undefined if no account can have this name. */
export function localOf(text: string): Local | undefined {
  const at = text.indexOf('+')
  const username = (at < 0 ? text : text.slice(0, at)).toLowerCase()
  if (!usernameForm.test(username)) return undefined
  const tag = at < 0 ? undefined : text.slice(at + 1)
  if (tag === undefined) return { username, tag }
  // With a malformed tag, the message arrives without a tag.
  return { username, tag: tagForm.test(tag) ? tag.toLowerCase() : undefined }
}

/** The domain of an address, in lower case; empty if it has none. */
export function domainOf(address: string): string {
  return address
    .slice(address.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.$/, '')
}

/** Whether an address is one of this instance. */
export function isOwn(address: string, domain: string | undefined): boolean {
  return domain !== undefined && address.includes('@') && domainOf(address) === domain
}

/**
 * Parses a recipient.
 *
 * @param to a username, with or without a tag, or a full address
 * @returns undefined if it is neither
 */
export function destinationOf(to: string, domain: string | undefined): Destination | undefined {
  const at = to.lastIndexOf('@')
  if (at < 0 || isOwn(to, domain)) {
    const local = localOf(at < 0 ? to : to.slice(0, at))
    return local && { kind: 'local', ...local }
  }
  return isMailAddress(to)
    ? { kind: 'outside', address: `${to.slice(0, at)}@${to.slice(at + 1).toLowerCase()}` }
    : undefined
}

/**
 * Whether a text is an address that fits into an SMTP command unchanged: a dot-atom (letters of all scripts, RFC 6531) and a domain
 * of at least two labels. Quoted local parts and address literals do not count.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  const [before, domain] = [text.slice(0, at), text.slice(at + 1)]
  if (at < 1 || Buffer.byteLength(before) > maxLocalPart || Buffer.byteLength(text) > maxAddress) return false
  if (!/^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(before)) return false
  return /^(?=.{1,253}$)(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?\.)+[\p{L}\p{N}][\p{L}\p{N}\p{M}-]*$/u.test(
    domain,
  )
}

/** Whether a display name contains an address other than the real one, for which readers would take it. */
export function isMisleading({ address, name = '' }: Party): boolean {
  // Looking behind, it begins at words alone, so that a long one takes linear time.
  const found = name
    .normalize('NFKC')
    .matchAll(/(?<![^\s@<>"'(),;:])([^\s@<>"'(),;:]*)\s*@\s*([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+)/gu)
  return [...found].some(([, local, domain]) => `${local}@${domain}`.toLowerCase() !== address.toLowerCase())
}

/** The author of a message. A name that contains another address is left out, because readers would take it for the address. */
export function authorOf(party: Party): Party {
  return isMisleading(party) ? { address: party.address } : party
}

/** The subject that replies share: without prefixes such as *Re:* and *AW:*, in lower case, with single spaces. */
export function subjectKeyOf(subject: string | undefined): string {
  return (subject ?? '')
    .replace(/^(?:\s*(?:re|aw|fwd?|wg|sv|antw)(?:\[\d+\])?\s*:)+/i, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()
    .slice(0, 200)
}

/** Whether a subject marks a reply. */
export function isReplySubject(subject: string | undefined): boolean {
  return /^\s*(?:re|aw|sv|antw)(?:\[\d+\])?\s*:/i.test(subject ?? '')
}
