import { readableAddress } from '#runtime/base/text/readable-address.ts'
import type { SearchEntry } from '#runtime/search/index.ts'

/** The kind of a link in the search index. */
export const searchKind = 'link'

/** The columns of a link that are searched. */
interface SearchedRow {
  readonly id: string
  readonly destination: string
  readonly title: string | null
  /** A JSON array of texts. */
  readonly tags: string
}

export function tagsOf({ tags }: Pick<SearchedRow, 'tags'>): string[] {
  return JSON.parse(tags) as string[]
}

/** The label of links with a tag. */
export const tagLabel = (tag: string): string => `tag ${tag}`

/** The label of one link. */
export const idLabel = (id: string): string => `id ${id}`

export function searchEntryOf(row: SearchedRow, owner: string): SearchEntry {
  const { id, destination, title } = row
  // The destination as written is included so that pasting a whole address finds the link.
  const body = [id, destination, readableAddress(destination), ...tagsOf(row)].join('\n')
  const labels = [idLabel(id), ...tagsOf(row).map(tagLabel)]
  return { kind: searchKind, id, owner, title: title ?? '', body, labels }
}
