import { systemClock } from '../../src/runtime/clock.ts'
import { accountsIn } from '../../src/runtime/identity/accounts.ts'
import { tokensIn } from '../../src/runtime/identity/tokens.ts'
import { newId } from '../../src/runtime/ids.ts'
import { openStore } from '../../src/runtime/store/open.ts'
import { identityKey } from '../../src/runtime/text/identity-key.ts'
import { noteCount, noteText, noteTitle } from '../cases.ts'

/** The measured account. */
export const benchAccount = { username: 'bench', password: 'correct horse battery' }

/** A database with one account that has a token and many notes, made by the product's own code; the token. */
export async function prepareNotes(dataDir: string): Promise<string> {
  const store = await openStore({ dataDir })
  await store.migrate()
  const { id: owner } = await accountsIn({ store, clock: systemClock }).create(benchAccount)
  const { secret } = await tokensIn({ store, clock: systemClock, services: ['notes'] }).create(owner, {
    scope: { kind: 'services', services: ['notes'] },
    actions: true,
  })
  const now = Date.now()
  await store.write(async (tx) => {
    for (let index = 0; index < noteCount; index++) {
      const title = noteTitle(index)
      const row = {
        id: newId('note'),
        owner,
        title,
        title_key: identityKey(title),
        text: noteText,
        created_at: now,
        updated_at: now,
      }
      await tx.run(tx.sql('notes').insert(row))
    }
  })
  await store.close()
  return secret
}
