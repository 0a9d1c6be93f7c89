import type { PartsEntry } from '#runtime/search/index.ts'
import { asBoolean } from '#runtime/store/values.ts'

/** The kind of a post in the search index: by its title. */
export const searchKind = 'posttitle'

interface TitledRow {
  readonly id: string
  readonly owner: string
  readonly private: boolean | number
  readonly title_key: string
}

/** What a part of a title finds the post by. */
export function searchEntryOf({ id, owner, title_key, private: isPrivate }: TitledRow): PartsEntry {
  return { kind: searchKind, id, owner, isPublic: !asBoolean(isPrivate), texts: [title_key] }
}
