/** A story as a feed tells it. */
export interface FeedStory {
  readonly title: string
  readonly summary: string | undefined
  readonly url: string
  readonly image: string | undefined
  /** An IETF tag. */
  readonly language: string | undefined
  /** Epoch milliseconds; undefined if the feed does not say, or cannot be believed. */
  readonly publishedMs: number | undefined
}

export interface ParsedFeed {
  readonly stories: readonly FeedStory[]
  /** How long the feed wants to be left alone, in minutes. */
  readonly ttlMinutes: number | undefined
  /** Hours of the day, in UTC, at which it does not change. */
  readonly skippedHours: readonly number[]
}

/** What a process of its own is to read. */
export type ReadingJob =
  | { readonly kind: 'feed'; readonly text: string; readonly url: string; readonly nowMs: number }
  | { readonly kind: 'article'; readonly html: string; readonly url: string }

export type ReadingResult =
  | { readonly feed: ParsedFeed }
  /** Undefined if the page holds no article. */
  | { readonly article: string | undefined }
  | { readonly failure: string }
