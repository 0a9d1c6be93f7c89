import { storyWithdrawn } from '../contracts.ts'
import type { NewsDeps } from '../index.ts'
import * as rows from '../rows.ts'

/** Deletes stories that are too old or too many, and withdraws those of feeds that are no longer listed, in batches. */
export async function purge(
  { store, search, bus, clock, feeds, keepMs }: NewsDeps,
  signal: AbortSignal,
): Promise<void> {
  const listed = new Set(feeds.map(({ id }) => id))
  for (const id of (await rows.feedRows(store)).keys()) {
    if (listed.has(id)) continue
    for (let ids = await rows.storiesOfFeed(store, id); ids.length > 0; ids = await rows.storiesOfFeed(store, id)) {
      signal.throwIfAborted()
      const gone = ids
      await store.write(async (tx) => {
        await rows.deleteStories(search, tx, gone)
        for (const story of gone) await bus.publish(tx, storyWithdrawn, { id: story }, { key: story })
      })
    }
    await store.write((tx) => rows.deleteFeed(tx, id))
  }
  const before = clock.now() - keepMs
  for (let ids = await rows.outdated(store, before); ids.length > 0; ids = await rows.outdated(store, before)) {
    signal.throwIfAborted()
    const gone = ids
    await store.write((tx) => rows.deleteStories(search, tx, gone))
  }
}
