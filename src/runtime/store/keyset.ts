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

/**
 * Rows in the order of their entries, in pages. Rows deleted meanwhile are left out.
 *
 * @param entries in the wanted order, divided into pages
 * @param read the rows of these ids, in any order
 */
export async function* rowsById<Row extends { readonly id: string }>(
  entries: Iterable<readonly { readonly id: string }[]>,
  read: (ids: readonly string[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (const page of entries) {
    const rows = new Map((await read(page.map(({ id }) => id))).map((row) => [row.id, row]))
    yield page.flatMap(({ id }) => rows.get(id) ?? [])
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
