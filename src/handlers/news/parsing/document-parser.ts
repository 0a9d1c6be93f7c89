import { extname } from 'node:path'
import { FairLimiter } from '#runtime/base/fair-limiter.ts'
import { SupervisedProcesses } from '#runtime/base/supervised-processes.ts'
import type { ParsedFeed } from './parse-feed.ts'

/** A document that the separate process is to parse. */
export type ParsingJob =
  | {
      readonly kind: 'feed'
      readonly bytes: Uint8Array
      /** As the feed's server declares it. */
      readonly contentType: string | undefined
      readonly url: string
      readonly nowMs: number
    }
  | { readonly kind: 'article'; readonly html: string }

export type ParsingResult =
  | { readonly feed: ParsedFeed }
  /** Undefined if the page contains no article. */
  | { readonly article: string | undefined }
  | { readonly failure: string }

/** Parses feeds and pages in a separate process, one after the other: a large document takes a second of processor time. */
export class DocumentParser {
  readonly #limiter = new FairLimiter({ maxRunning: 1, maxWaiting: 49 })
  readonly #processes = new SupervisedProcesses<ParsingJob, ParsingResult>({
    program: new URL(`./parsing-worker${extname(import.meta.url)}`, import.meta.url),
    maxHeapMib: 192,
  })

  /** @throws Error for a malformed document, and for one that takes too much time or memory */
  async parse(job: ParsingJob): Promise<Exclude<ParsingResult, { failure: string }>> {
    const result = await this.#limiter.run('', () => this.#processes.run(job, { timeoutMs: 20_000 }))
    if ('failure' in result) throw new Error(result.failure)
    return result
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#processes.close()
  }
}
