import { deleteMessage } from '../delete-message.ts'
import type { MailDeps } from '../index.ts'
import * as rows from '../rows/messages.ts'

const dayMs = 86_400_000
const batch = 100

/** Deletes messages older than MAIL_KEEP_DAYS, each in its own transaction because each may have bytes. */
export async function purge(deps: MailDeps, signal: AbortSignal): Promise<void> {
  const { settings, clock, store } = deps
  if (settings.mailKeepDays === undefined) return
  const before = clock.now() - settings.mailKeepDays * dayMs
  for (;;) {
    const old = await store.all<{ id: string; owner: string }>(rows.olderThan({ before, limit: batch }))
    for (const { id, owner } of old) {
      signal.throwIfAborted()
      await deleteMessage(deps, owner, id)
    }
    if (old.length < batch) return
  }
}
