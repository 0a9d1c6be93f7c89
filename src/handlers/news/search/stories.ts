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

/** The ids of stories that match, and whether there are more. */
export interface Matches {
  readonly ids: readonly string[]
  readonly isAtLeast: boolean
}

/**
 * The stories with these words, at most the 1,000 that were first seen last.
 *
 * @throws ApiError invalid_argument for more words than a search accepts
 */
export async function findStories(search: SearchIndex, reader: Reader, words: string): Promise<Matches> {
  try {
    return await search.find(reader, { kind: searchKind, in: 'everybody', query: words, limit: maxCounted })
  } catch (failure) {
    const fault = failure instanceof ApiError ? failure.details?.[0] : undefined
    throw fault ? invalidArgument('topic', fault.message) : failure
  }
}
