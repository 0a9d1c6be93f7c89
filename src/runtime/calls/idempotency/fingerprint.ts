import { hash } from 'node:crypto'

/**
 * Two calls with the same fingerprint have the same arguments: SHA-256 in hex over the validated arguments with the keys of every
 * object in order, so that neither the order in which a client writes them nor a default that it spells out matters.
 */
export function fingerprint(args: unknown): string {
  return hash('sha256', JSON.stringify(args, inOrder), 'hex')
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
}
