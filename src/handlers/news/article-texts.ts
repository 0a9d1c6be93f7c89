import type { Asker } from '#runtime/base/asker.ts'
import { SingleFlights } from '#runtime/base/once.ts'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import { unlessAborted } from '#runtime/base/unless-aborted.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { DocumentParser } from './parsing/document-parser.ts'
import { Robots } from './robots.ts'
import { type ArticleRow, noteTextFailure, storeText } from './rows.ts'

/** Characters of an article that are returned. */
export const maxText = 20_000
const maxPageBytes = 3 * 1024 * 1024
const timeoutMs = 10_000
const hourMs = 3_600_000
/** An article is read again after this time, because it may have been corrected. */
const freshMs = 24 * hourMs
/** How long a site that could not be read is left alone. */
const pauseMs = hourMs

export interface ArticleText {
  readonly text: string
  /** When it was read, in epoch milliseconds. */
  readonly atMs: number
  /** Whether it could not be read again in time. */
  readonly isStale: boolean
}

interface ArticleOptions extends Pick<FamilyWorld, 'store' | 'clock' | 'log' | 'outbound'> {
  readonly parser: DocumentParser
}

/** The whole texts of articles, from their sites. */
export class ArticleTexts {
  readonly #options: ArticleOptions
  readonly #robots: Robots
  /** By id of the article. */
  readonly #reading = new SingleFlights<string, ArticleText | undefined>()
  readonly #stop = new AbortController()

  constructor(options: ArticleOptions) {
    this.#options = options
    this.#robots = new Robots(options.outbound, options.clock)
  }

  /** @returns undefined if the text cannot be read, or the site does not want it read by programs */
  async read(row: ArticleRow, { subject, signal }: Asker): Promise<ArticleText | undefined> {
    const now = this.#options.clock.now()
    const stored = row.text !== null && row.text_at !== null ? { text: row.text, atMs: Number(row.text_at) } : undefined
    if (stored && now - stored.atMs < freshMs) return { ...stored, isStale: false }
    const fallback = stored && { ...stored, isStale: true }
    if (row.text_failed_at !== null && now - Number(row.text_failed_at) < pauseMs) return fallback
    // All who wait for an article share one request for it, which does not end with the caller who began it.
    const reading = this.#reading.run(row.id, () => this.#readAgain(row, subject))
    return (await unlessAborted(reading, signal)) ?? fallback
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort()
    await this.#reading.idle()
  }

  async #readAgain({ id, url }: ArticleRow, subject: string): Promise<ArticleText | undefined> {
    const { store, clock, log } = this.#options
    try {
      const text = await this.#fetch(url, { subject, signal: this.#stop.signal })
      if (text !== undefined) {
        const at = clock.now()
        await store.run(storeText({ id, text: firstCharacters(text, maxText + 1), at }))
        return { text, atMs: at, isStale: false }
      }
    } catch (failure) {
      if (this.#stop.signal.aborted) return undefined
      log.info({ url, err: failure }, 'article could not be read')
      // A full queue on this server says nothing about the site.
      if (failure instanceof OutboundFailure && failure.kind === 'busy') return undefined
    }
    await store.run(noteTextFailure({ id, at: clock.now() }))
    return undefined
  }

  async #fetch(url: string, asker: Asker): Promise<string | undefined> {
    if (!(await this.#robots.allows(url, asker))) return undefined
    const { outbound, parser } = this.#options
    const accept = ['text/html', 'application/xhtml+xml']
    const page = await outbound.fetch(asker, url, { accept, maxBytes: maxPageBytes, timeoutMs })
    const result = await parser.parse({ kind: 'article', html: page.text() })
    return 'article' in result ? result.article : undefined
  }
}
