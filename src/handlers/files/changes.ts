import { sha256 } from '#runtime/accounts/secrets.ts'
import type { Live } from '#runtime/live/types.ts'
import type { Writer } from '#runtime/store/types.ts'

/** The channel of the changes of an account's files. Its name does not contain the id, of which a deletion leaves nothing. */
export function changesOf(owner: string): string {
  return `files:${sha256(owner)}`
}

/**
 * Notifies readers of that channel, once the transaction is committed. The contents of a file never change. The event has no
 * owner, because it would take up space of the account, which a deletion is meant to free. It is purged after an hour.
 */
export function publishChange(
  live: Pick<Live, 'publish'>,
  tx: Writer,
  owner: string,
  { id, event }: { readonly id: string; readonly event: 'added' | 'deleted' },
): Promise<void> {
  return live.publish(tx, { channel: changesOf(owner), event, data: { id } })
}
