import type { Address } from 'postal-mime'
import { storableLines } from '#runtime/base/text/storable-text.ts'
import { withoutUnseen } from '#runtime/base/text/unseen.ts'
import type { Party } from '../mail-address.ts'
import type { Attached } from '../rows/messages.ts'

const maxPeople = 200

/** A text on one line, without invisible characters; undefined if nothing is left. @param max characters */
export function lineOf(text: string | undefined, max: number): string | undefined {
  const line = withoutUnseen(storableLines((text ?? '').slice(0, 4 * max)).replace(/\s+/gu, ' '))
    .slice(0, max)
    .toWellFormed()
  return line === '' ? undefined : line
}

/** Addresses, including those in groups. */
export function partiesOf(addresses: readonly Address[] | undefined, max = maxPeople): Party[] {
  const found: Party[] = []
  for (const each of addresses ?? []) {
    for (const { address, name } of each.group ?? [each]) {
      if (found.length >= max) return found
      const bare = lineOf(address, 254)
      if (bare === undefined) continue
      const shown = lineOf(name, 200)
      found.push({ address: bare, ...(shown !== undefined && { name: shown }) })
    }
  }
  return found
}

/** An attachment in a list, always with a name and a type. @param index from 0, for its name if it has none */
export function attached(
  { name, type, size }: { name: string | undefined; type: string; size: number },
  index: number,
): Attached {
  const known = /^[\w.+-]{1,60}\/[\w.+-]{1,80}$/.test(type) ? type.toLowerCase() : 'application/octet-stream'
  const line = lineOf(name, 200)?.replace(/[/\\]/g, '_')
  return {
    name: line ?? (known === 'message/rfc822' ? 'message.eml' : `attachment-${index + 1}`),
    type: known,
    size_bytes: size,
  }
}
