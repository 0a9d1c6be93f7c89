import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { iso } from '#runtime/base/clock.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Log } from '#runtime/base/log.ts'
import type { SingleFlights } from '#runtime/base/once.ts'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import { quote } from '#runtime/base/text/quote.ts'
import { countCharacters } from '#runtime/base/text/shorten.ts'
import { unlessAborted } from '#runtime/base/unless-aborted.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Outbound } from '#runtime/outbound/outbound.ts'
import { articleId } from './article-id.ts'
import type { News } from './feed-state.ts'
import { itemOf } from './list.ts'
import type { DocumentReader } from './parsing/document-parser.ts'
import type { Robots } from './robots.ts'
import { type ArticleRow, findStory, keepText, noteTextFailure } from './rows.ts'

const maxText = 20_000
const maxPageBytes = 3 * 1024 * 1024
const timeoutMs = 10_000
const hourMs = 3_600_000
/** After how long an article is read again, because it may have been corrected. */
const freshMs = 24 * hourMs
/** After how long a site is asked again that could not be read. */
const pauseMs = hourMs

export interface ArticleReader {
  readonly outbound: Pick<Outbound, 'fetch'>
  readonly reading: DocumentReader
  readonly robots: Robots
  readonly log: Log
  /** The articles that are being read now, by id. */
  readonly flights: SingleFlights<string, ArticleText | undefined>
  /** Aborts when the server stops. */
  readonly stop: AbortSignal
}

/** `news.read`. */
export async function read(
  news: News,
  reader: ArticleReader,
  { id }: CallArgs<'news.read'>,
  asker: Asker,
): Promise<Result<'news.read'>> {
  const trimmed = id.trim()
  const row = await findStory(news.store, articleId(trimmed) ?? trimmed)
  if (!row || !news.feeds.some((feed) => feed.id === row.feed)) {
    throw new ApiError(
      'not_found',
      `There is no article ${quote(trimmed)} in the feeds of this server; news.list has those there are.`,
    )
  }
  const { text, atMs, isStale } = await textOf(news, reader, row, asker)
  const whole = text ?? row.summary ?? row.title
  return {
    ...itemOf(row),
    as_of: iso(atMs),
    stale: isStale,
    is_summary: text === undefined,
    is_truncated: countCharacters(whole) > maxText,
    text: firstCharacters(whole, maxText),
  }
}

export interface ArticleText {
  readonly text: string | undefined
  readonly atMs: number
  readonly isStale: boolean
}

/** The text of an article, from its site where the operator allows it; without it there is the summary. */
async function textOf(news: News, reader: ArticleReader, row: ArticleRow, asker: Asker): Promise<ArticleText> {
  const now = news.clock.now()
  const summary: ArticleText = { text: undefined, atMs: Number(row.seen_at), isStale: false }
  if (!news.feeds.some((feed) => feed.id === row.feed && feed.hasFullText) || row.source === 'example') return summary
  const kept = row.text !== null && row.text_at !== null ? { text: row.text, atMs: Number(row.text_at) } : undefined
  const age = kept ? now - kept.atMs : Number.POSITIVE_INFINITY
  if (kept && age < freshMs) return { ...kept, isStale: false }
  const otherwise = kept ? { ...kept, isStale: true } : summary
  if (row.text_failed_at !== null && now - Number(row.text_failed_at) < pauseMs) return otherwise
  // All who wait for an article share one request for it, which does not end with the caller who began it.
  const reading = reader.flights.run(row.id, () => readAnew(news, reader, row, asker.subject))
  return (await unlessAborted(reading, asker.signal)) ?? otherwise
}

/** The text of an article as its site has it now, which is kept; undefined where it cannot be had. */
async function readAnew(
  { store, clock }: News,
  reader: ArticleReader,
  { id, url }: ArticleRow,
  subject: string,
): Promise<ArticleText | undefined> {
  try {
    const text = await fetched(reader, url, { subject, signal: reader.stop })
    if (text !== undefined) {
      const at = clock.now()
      await store.run(keepText({ id, text: firstCharacters(text, maxText + 1), at }))
      return { text, atMs: at, isStale: false }
    }
  } catch (failure) {
    if (reader.stop.aborted) return undefined
    reader.log.info({ url, err: failure }, 'article could not be read')
    // That too many wait here says nothing about the site.
    if (failure instanceof OutboundFailure && failure.kind === 'busy') return undefined
  }
  await store.run(noteTextFailure({ id, at: clock.now() }))
  return undefined
}

/** The text of the article at an address; undefined if the site does not want it read, or the page holds none. */
async function fetched(
  { outbound, reading, robots }: ArticleReader,
  url: string,
  asker: Asker,
): Promise<string | undefined> {
  if (!(await robots.allows(url, asker))) return undefined
  const page = await outbound.fetch(asker, url, {
    accept: ['text/html', 'application/xhtml+xml'],
    maxBytes: maxPageBytes,
    timeoutMs,
  })
  const result = await reading.read({ kind: 'article', html: page.text(), url: page.url })
  return 'article' in result ? result.article : undefined
}
