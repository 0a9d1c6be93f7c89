import { iso } from '#runtime/base/clock.ts'
import { type SingleFlight, singleFlight } from '#runtime/base/once.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Provided } from '#runtime/outbound/provider.ts'
import type { Writer } from '#runtime/store/types.ts'
import { articleId, publisherOf } from './article-id.ts'
import { headlineChanged, storyPublished } from './contracts.ts'
import type { DocumentParser } from './parsing/document-parser.ts'
import type { FeedStory, ParsedFeed } from './parsing/parse-feed.ts'
import type { Feed } from './providers/news-feeds.ts'
import * as rows from './rows.ts'
import { searchEntryOf } from './search/stories.ts'

const minuteMs = 60_000
/** How often a feed is read that does not specify it. */
const intervalMs = 30 * minuteMs
const maxIntervalMs = 24 * 60 * minuteMs
/** After a first failure; twice as long after each further one, up to the maximum. */
const firstBackoffMs = 5 * minuteMs
const maxBackoffMs = 60 * minuteMs
/** How long the claim of a process on a feed lasts. */
const claimMs = 2 * minuteMs
/** The precision with which it is stored when a story was last in its feed. */
const touchMs = 12 * 60 * minuteMs
/** Feeds that are read at once. */
const concurrency = 4
/** Many feeds are served under other types than these: the parser decides. */
const feedTypes = [
  'application/rss+xml',
  'application/atom+xml',
  'application/feed+json',
  'application/rdf+xml',
  'application/xml',
  'text/xml',
  '*/*',
]

interface IngestOptions extends Pick<FamilyWorld, 'store' | 'search' | 'bus' | 'clock' | 'log' | 'outbound'> {
  readonly feeds: readonly Feed[]
  readonly parser: DocumentParser
}

interface FeedResponse {
  /** Undefined for a feed that has not changed. */
  readonly parsed: ParsedFeed | undefined
  readonly etag: string | undefined
  readonly lastModified: string | undefined
}

/** Reads feeds into the database. */
export class Ingest {
  readonly #options: IngestOptions
  /** The failures of feeds that failed the last time, by id. */
  readonly #failures = new Map<string, unknown>()
  readonly #stop = new AbortController()
  #storing: Promise<unknown> = Promise.resolve()
  /** Reads all feeds that are due. Callers at the same time share one run. */
  readonly run: SingleFlight<void>

  constructor(options: IngestOptions) {
    this.#options = options
    this.run = singleFlight(() => this.#run())
  }

  /** The failure of a feed that could not be read the last time. */
  get lastFailure(): unknown {
    return this.#failures.values().next().value
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.run.idle()
  }

  async #run(): Promise<void> {
    const { feeds, store, clock } = this.#options
    const known = await rows.feedRows(store)
    for (const { id, topic, url } of feeds) {
      if (!known.has(id)) await store.run(rows.addFeed({ id, topic, url }))
    }
    const now = clock.now()
    const due = feeds.filter(({ id }) => Number(known.get(id)?.next_at ?? 0) <= now)
    const added: string[] = []
    const queue = [...due]
    const work = async () => {
      for (let feed = queue.shift(); feed && !this.#stop.signal.aborted; feed = queue.shift()) {
        added.push(...(await this.#readFeed(feed, known.get(feed.id))))
      }
    }
    await Promise.all(Array.from({ length: Math.min(concurrency, due.length) }, work))
    if (added.length > 0) await this.#publishLatest(added)
  }

  /** @returns the ids of its new stories */
  async #readFeed(feed: Feed, known: rows.FeedRow | undefined): Promise<string[]> {
    const { store, clock, log } = this.#options
    const now = clock.now()
    const claim = await store.run(rows.claimFeed({ id: feed.id, now, until: now + claimMs }))
    if (claim.changes === 0) return []
    try {
      const provided = await this.#fetch(feed, known)
      const { parsed, etag, lastModified } = provided.data
      const isExample = provided.provenance.source === 'example'
      const next = nextReading(clock.now(), parsed)
      const ids = await this.#afterOthers(() =>
        store.write(async (tx) => {
          const added = parsed ? await this.#store(tx, feed, parsed.stories, isExample) : []
          const note = { id: feed.id, topic: feed.topic, now: clock.now(), next }
          const validators = { etag: known?.etag ?? null, modified: known?.last_modified ?? null }
          await tx.run(
            rows.noteRead({
              ...note,
              ...(parsed ? { etag: etag ?? null, modified: lastModified ?? null } : validators),
            }),
          )
          return added
        }),
      )
      this.#failures.delete(feed.id)
      return ids
    } catch (failure) {
      if (this.#stop.signal.aborted) return []
      const failures = failuresBefore(known, now) + 1
      const retryAfterMs = failure instanceof OutboundFailure ? (failure.retryAfterS ?? 0) * 1000 : 0
      const backoffMs = Math.max(Math.min(firstBackoffMs * 2 ** (failures - 1), maxBackoffMs), retryAfterMs)
      await store.run(rows.noteFailure({ id: feed.id, next: clock.now() + backoffMs, failures }))
      this.#failures.set(feed.id, failure)
      log.warn({ feed: feed.url, failures, err: failure }, 'feed could not be read')
      return []
    }
  }

  /** Feeds are stored one after the other, so that of two with the same article only one adds it. */
  #afterOthers<T>(work: () => Promise<T>): Promise<T> {
    const storing = this.#storing.then(work)
    this.#storing = storing.catch(() => undefined)
    return storing
  }

  #fetch(feed: Feed, known: rows.FeedRow | undefined): Promise<Provided<FeedResponse>> {
    const { outbound, parser, clock } = this.#options
    const headers = {
      ...(known?.etag ? { 'if-none-match': known.etag } : {}),
      ...(known?.last_modified ? { 'if-modified-since': known.last_modified } : {}),
    }
    return outbound.provider(feed.description).read<FeedResponse>(
      { signal: this.#stop.signal, subject: 'news.ingest' },
      {
        path: feed.path,
        headers,
        ages: { freshMs: 0, maxAgeMs: 0 },
        absent: { statuses: [304], data: { parsed: undefined, etag: undefined, lastModified: undefined } },
        reader: {
          accept: feedTypes,
          async bytes(bytes, contentType, received) {
            const result = await parser.parse({ kind: 'feed', bytes, contentType, url: feed.url, nowMs: clock.now() })
            const parsed = 'feed' in result ? result.feed : undefined
            return { parsed, etag: shortHeader(received.etag), lastModified: shortHeader(received['last-modified']) }
          },
        },
      },
    )
  }

  /** Stores the stories of a feed, and publishes those that are new or have changed. @returns the ids of new ones */
  async #store(tx: Writer, feed: Feed, stories: readonly FeedStory[], isExample: boolean): Promise<string[]> {
    const { clock, search } = this.#options
    const now = clock.now()
    if (!isExample) await rows.deleteStories(search, tx, await rows.storiesOfFeed(tx, feed.id, 'example'))
    const added: string[] = []
    for (const story of stories) {
      const id = articleId(story.url)
      if (id === undefined) continue
      const row = rowOf(story, { id, feed, now, isExample })
      const before = await rows.findStory(tx, id)
      // An article of several feeds belongs to the one that is listed first.
      if (before && before.feed !== feed.id && this.#placeOf(before.feed) < this.#placeOf(feed.id)) continue
      if (before && now - Number(before.seen_at) > touchMs) await tx.run(rows.touchStory({ id, now }))
      if (before && isSame(before, row)) continue
      if (before) await tx.run(rows.updateStory(row))
      else {
        await tx.run(rows.insertStory(row))
        added.push(id)
      }
      await search.put(tx, searchEntryOf(row), 'created')
      // Examples are never published.
      if (!isExample) await this.#publish(tx, row, before ? Number(before.sorted_at) : row.sorted_at)
    }
    return isExample ? [] : added
  }

  #placeOf(id: string): number {
    const place = this.#options.feeds.findIndex((feed) => feed.id === id)
    return place < 0 ? Number.POSITIVE_INFINITY : place
  }

  async #publish(tx: Writer, { id, title, summary, url, source }: rows.NewStory, publishedMs: number): Promise<void> {
    const payload = { id, title, text: summary ?? title, url, source, published: publishedMs }
    await this.#options.bus.publish(tx, storyPublished, payload, { key: id })
  }

  /** Publishes the latest of all stories, if it is one of these. */
  async #publishLatest(added: readonly string[]): Promise<void> {
    const { store, bus, feeds } = this.#options
    const topics = [...new Set(feeds.map(({ topic }) => topic))]
    const newest = await Promise.all(topics.map((topic) => rows.newestOf(store, topic, { limit: 1 })))
    const [latest] = newest.flat().toSorted((a, b) => Number(b.sorted_at) - Number(a.sorted_at))
    if (!latest || !added.includes(latest.id)) return
    const { id, title, url } = latest
    await store.write((tx) => bus.publish(tx, headlineChanged, { id, title, url }, { key: id }))
  }
}

/** How often a feed has failed in a row. The count starts again after an hour without an attempt. */
function failuresBefore(known: rows.FeedRow | undefined, now: number): number {
  return known && now - Number(known.next_at) <= maxBackoffMs ? known.failures : 0
}

interface Source {
  readonly id: string
  readonly feed: Feed
  readonly now: number
  readonly isExample: boolean
}

function rowOf(story: FeedStory, { id, feed, now, isExample }: Source): rows.NewStory {
  return {
    id,
    feed: feed.id,
    topic: feed.topic,
    title: story.title,
    summary: story.summary ?? null,
    url: story.url,
    source: isExample ? 'example' : publisherOf(story.url),
    image: story.image ?? null,
    language: story.language ?? null,
    published_at: story.publishedMs ?? null,
    sorted_at: story.publishedMs ?? now,
    seen_at: now,
  }
}

function isSame(before: rows.StoryRow, row: rows.NewStory): boolean {
  return (
    before.topic === row.topic &&
    before.title === row.title &&
    before.summary === row.summary &&
    before.image === row.image
  )
}

/** When a feed is due again: no sooner than it wants, and not in an hour in which it does not change. */
function nextReading(now: number, parsed: ParsedFeed | undefined): number {
  const ttlMs = (parsed?.ttlMinutes ?? 0) * minuteMs
  let next = now + Math.min(Math.max(ttlMs, intervalMs), maxIntervalMs)
  const skipped = new Set(parsed?.skippedHours)
  for (let tries = 0; tries < 24 && skipped.has(new Date(next).getUTCHours()); tries++) {
    next = Date.parse(iso(next + 60 * minuteMs).replace(/:\d\d:\d\d\.\d+Z$/, ':00:00.000Z'))
  }
  return next
}

function shortHeader(value: string | undefined): string | undefined {
  return value !== undefined && value.length <= 300 ? value : undefined
}
