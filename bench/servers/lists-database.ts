import { migrations } from '../../src/app/migrations.ts'
import { searchEntryOf, sortKey } from '../../src/handlers/contacts/search/find-text.ts'
import { createAccounts } from '../../src/runtime/accounts/accounts.ts'
import { createTokens } from '../../src/runtime/accounts/tokens.ts'
import { systemClock } from '../../src/runtime/base/clock.ts'
import { newId } from '../../src/runtime/base/ids.ts'
import { identityKey } from '../../src/runtime/base/text/identity-key.ts'
import { openSearchIndex } from '../../src/runtime/search/index.ts'
import { openStore } from '../../src/runtime/store/open.ts'
import { cards, listedNotes, listedPosts } from '../lists.ts'
import { insertPosts } from './blog-database.ts'
import { benchAccount, insertNotes } from './notes-database.ts'

/** Creates a database with one account that has a token and a few notes, cards and public posts; returns the token. */
export async function prepareLists(dataDir: string): Promise<string> {
  const store = await openStore({ dataDir })
  await store.migrate(migrations)
  const { id: owner } = await createAccounts({ store, clock: systemClock, namespacedTables: [] }).create(benchAccount)
  const services = ['notes', 'contacts']
  const { secret } = await createTokens({ store, clock: systemClock, services }).create(owner, {
    scope: { services },
    actions: true,
  })
  const search = openSearchIndex(store)
  await store.write(async (tx) => {
    await insertNotes(tx, owner, listedNotes)
    await insertPosts(tx, owner, listedPosts)
    for (const [index, card] of cards.entries()) {
      const createdAt = Date.now() - (cards.length - index) * 60_000
      const times = { created_at: createdAt, updated_at: createdAt + (index % 2) * 30_000 }
      const row = { id: newId('contact'), owner, ...card }
      await tx.run(
        tx.sql('contacts').insert({ ...row, name_key: identityKey(row.name), name_sort: sortKey(row.name), ...times }),
      )
      await search.put(tx, searchEntryOf(row), 'created')
    }
  })
  await store.close()
  return secret
}
