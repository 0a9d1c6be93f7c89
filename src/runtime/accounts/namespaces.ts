import { asBoolean } from '../store/values.ts'

/** The namespace of accounts without another one. Its administrators are those of the instance. */
export const DEFAULT_NAMESPACE = 'onedoor'

const NAMESPACE = /^[a-z][a-z0-9-]{0,62}$/
const NAMESPACE_RULE = 'must have 1 to 63 characters: lower-case letters, digits and hyphens, beginning with a letter'

/** A namespace is the first part of an address (`<namespace>.<host>`), so common host names are reserved. */
const RESERVED = new Set(
  `admin api app apps auth cdn dashboard dns docs ftp gateway git help imap localhost mail mx ns ns1 ns2 pop public
  root smtp static status support system test vpn web webmail ws www`.split(/\s+/),
)

/** What is wrong with the name of a namespace, as the end of a sentence that begins with it; undefined if it is valid. */
export function namespaceFault(namespace: string): string | undefined {
  if (!NAMESPACE.test(namespace)) return NAMESPACE_RULE
  return RESERVED.has(namespace) ? 'is reserved, so choose another one' : undefined
}

/** Whether the text is a valid namespace; anything else need not be looked up. */
export function isNamespace(text: string): boolean {
  return namespaceFault(text) === undefined
}

/** The role of an account in words: `administrator`, `administrator of acme` or `user`. */
export function roleOf({ isAdmin, isNamespaceAdmin, namespace }: Administration & { namespace: string }): string {
  if (isAdmin) return 'administrator'
  return isNamespaceAdmin ? `administrator of ${namespace}` : 'user'
}

/** What an account may administer. */
export interface Administration {
  /** The instance: every account, invitations, credits; and the services of every namespace. */
  readonly isAdmin: boolean
  /** The services of its namespace, and nothing more without `isAdmin`. */
  readonly isNamespaceAdmin: boolean
}

/**
 * The meaning of `is_admin` in an account's row. An administrator of a namespace other than the default one does not administer
 * the instance, so the column is only ever read through this function.
 */
export function administrationOf(row: { is_admin: unknown; namespace: string }): Administration {
  const isNamespaceAdmin = asBoolean(row.is_admin)
  return { isAdmin: isNamespaceAdmin && row.namespace === DEFAULT_NAMESPACE, isNamespaceAdmin }
}
