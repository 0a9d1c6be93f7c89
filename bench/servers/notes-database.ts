import { migrations } from '../../src/app/migrations.ts'
import { createAccounts } from '../../src/runtime/accounts/accounts.ts'
import { createTokens } from '../../src/runtime/accounts/tokens.ts'
import { systemClock } from '../../src/runtime/base/clock.ts'
import { newId } from '../../src/runtime/base/ids.ts'
import { identityKey } from '../../src/runtime/base/text/identity-key.ts'
import { openStore } from '../../src/runtime/store/open.ts'
import type { Writer } from '../../src/runtime/store/types.ts'
import { noteCount, noteText, noteTitle } from '../cases.ts'

/** The measured account. */
export const benchAccount = { username: 'bench', password: 'correct horse battery' }

/**
 * Creates a database with one account that has a token and many notes, with the product's own code; returns the token.
 */
export async function prepareNotes(dataDir: string): Promise<string> {
  const store = await openStore({ dataDir })
  await store.migrate(migrations)
  const { id: owner } = await createAccounts({ store, clock: systemClock, namespacedTables: [] }).create(benchAccount)
  const { secret } = await createTokens({ store, clock: systemClock, services: ['notes'] }).create(owner, {
    scope: { services: ['notes'] },
    actions: true,
  })
  await store.write((tx) => insertNotes(tx, owner, noteCount))
  await store.close()
  return secret
}

/** Adds the account's first notes. */
export async function insertNotes(tx: Writer, owner: string, count: number): Promise<void> {
  const now = Date.now()
  for (let index = 0; index < count; index++) {
    const title = noteTitle(index)
    const createdAt = now - (count - index) * 60_000
    const row = {
      id: newId('note'),
      owner,
      title,
      title_key: identityKey(title),
      text: noteText,
      created_at: createdAt,
      // Half of them were changed later.
      updated_at: createdAt + (index % 2) * 30_000,
    }
    await tx.run(tx.sql('notes').insert(row))
  }
}
