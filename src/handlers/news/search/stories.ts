import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { maxCounted, type SearchEntry, type SearchIndex } from '#runtime/search/index.ts'
import type { Reader } from '#runtime/store/types.ts'

export const searchKind = 'news'

/** A story in the search index. */
export function searchEntryOf(story: {
  readonly id: string
  readonly topic: string
  readonly title: string
  readonly summary: string | null
}): SearchEntry {
  const { id, topic, title, summary } = story
  return { kind: searchKind, id, owner: null, title, body: `${topic}\n${summary ?? ''}` }
}

/** The stories that words find, and whether there are more. */
export interface Matching {
  readonly ids: readonly string[]
  readonly isAtLeast: boolean
}

/**
 * The stories with these words, of those that were first seen last: 1,000 at most.
 *
 * @throws ApiError invalid_argument for more words than a search takes
 */
export async function matching(search: SearchIndex, reader: Reader, words: string): Promise<Matching> {
  try {
    return await search.find(reader, { kind: searchKind, in: 'everybody', query: words, limit: maxCounted })
  } catch (failure) {
    const fault = failure instanceof ApiError ? failure.details?.[0] : undefined
    throw fault ? invalidArgument('topic', fault.message) : failure
  }
}
