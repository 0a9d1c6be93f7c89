/**
 * All pages of a list, read as a caller does: each `next_cursor` is sent as the next `cursor`.
 *
 * @throws Error for a list that does not end
 */
export async function pagesByCursor<Page extends { readonly next_cursor?: string }>(
  read: (from: { cursor?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = []
  for (let cursor: string | undefined; pages.length === 0 || cursor !== undefined; cursor = pages.at(-1)?.next_cursor) {
    if (pages.length > 1000) throw new Error('The list does not end')
    pages.push(await read(cursor === undefined ? {} : { cursor }))
  }
  return pages
}
