import { migrations } from '../../src/app/migrations.ts'
import { createAccounts } from '../../src/runtime/accounts/accounts.ts'
import { systemClock } from '../../src/runtime/base/clock.ts'
import { newId } from '../../src/runtime/base/ids.ts'
import { identityKey } from '../../src/runtime/base/text/identity-key.ts'
import { snippetOf } from '../../src/runtime/base/text/markdown.ts'
import { openStore } from '../../src/runtime/store/open.ts'
import type { Writer } from '../../src/runtime/store/types.ts'
import { postContent, postCount, postTitle } from '../blog.ts'
import { benchAccount } from './notes-database.ts'

/** Creates a database with one account and its public posts; returns their ids. */
export async function prepareBlog(dataDir: string): Promise<string[]> {
  const store = await openStore({ dataDir })
  await store.migrate(migrations)
  const { id: owner } = await createAccounts({ store, clock: systemClock, namespacedTables: [] }).create(benchAccount)
  const ids = await store.write((tx) => insertPosts(tx, owner, postCount))
  await store.close()
  return ids
}

/** Adds an author's first posts; returns their ids. */
export async function insertPosts(tx: Writer, owner: string, count: number): Promise<string[]> {
  const now = Date.now()
  const posts = Array.from({ length: count }, (_, index) => ({
    id: newId('post'),
    owner,
    title: postTitle(index),
    title_key: identityKey(postTitle(index)),
    private: false,
    tags: 'birds,river',
    snippet: snippetOf(postContent(index)),
    content: postContent(index),
    created_at: now - (count - index) * 60_000,
    updated_at: now - (count - index) * 60_000 + (index % 2) * 30_000,
  }))
  for (const post of posts) await tx.run(tx.sql('blog_posts').insert(post))
  return posts.map(({ id }) => id)
}
