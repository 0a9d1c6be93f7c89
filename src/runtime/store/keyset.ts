/**
 * Rows page by page, in the order of a key that grows from page to page.
 *
 * @param read the rows after the key of `last`, at most `size`; from the beginning without it
 */
export async function* keysetPages<Row>(
  size: number,
  read: (last: Row | undefined, size: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined
  for (;;) {
    const page = await read(last, size)
    if (page.length > 0) yield page
    if (page.length < size) return
    last = page.at(-1)
  }
}

/** Divides entries into pages, bounded in number and total size; a larger entry has its own page. */
export function* packed<Entry>(
  entries: readonly Entry[],
  { most, mostBytes, bytesOf }: { most: number; mostBytes: number; bytesOf: (entry: Entry) => number },
): Generator<Entry[]> {
  let page: Entry[] = []
  let bytes = 0
  for (const entry of entries) {
    const own = bytesOf(entry)
    if (page.length > 0 && (page.length === most || bytes + own > mostBytes)) {
      yield page
      page = []
      bytes = 0
    }
    page.push(entry)
    bytes += own
  }
  if (page.length > 0) yield page
}
