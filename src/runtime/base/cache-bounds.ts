/**
 * The bounds of an `LRUCache`. Its option `max` would reserve memory for all entries when the cache is created, which is far
 * more than most caches ever contain.
 *
 * @param maxEntries how many entries it contains at most
 * @param maxSize their sizes together, for which each entry counts as at least an equal share
 * @param sizeOf the size of an entry; without it they are only counted
 */
export function cacheBounds<Entry>(
  maxEntries: number,
  maxSize = maxEntries,
  sizeOf: (entry: Entry) => number = () => 1,
) {
  const share = Math.max(1, Math.floor(maxSize / maxEntries))
  return { maxSize, sizeCalculation: (entry: Entry) => Math.max(share, Math.ceil(sizeOf(entry))) }
}
