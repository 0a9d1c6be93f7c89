import { LRUCache } from 'lru-cache'
import type { Freshness } from '../outbound/provider-cache.ts'
import { sharedJson, sharedResult } from './shared-result.ts'

const mebibyte = 1024 * 1024
/** A result as objects and as JSON takes about so much memory for each character of its JSON. */
const bytesPerChar = 4

interface Told<Result> {
  /** What it was made of. Not held by it: data of providers are large, and have bounds of their own. */
  readonly of: WeakRef<object>
  readonly fromMs: number
  readonly untilMs: number
  readonly result: Result
  readonly bytes: number
  readonly sources: readonly Freshness[]
}

/** How long a result is right. */
interface Validity {
  /** When it was made, epoch milliseconds. */
  readonly fromMs: number
  /** From when on another one would be made of the same, epoch milliseconds; never if not given. */
  readonly untilMs?: number
  /**
   * All data that it is made of: as long as they are fresh, `recall` returns it. Empty, as it is if not given, where any of that
   * is not known.
   */
  readonly sources?: readonly (Freshness | undefined)[]
}

/**
 * The results of one method that all who ask the same are told, for as long as they are right. Those ask the same whose arguments
 * are the same object (`KnownArguments`); results for any other arguments are made for each call.
 */
export class ToldAlike<Result extends object> {
  readonly #told: LRUCache<object, Told<Result>>

  /** The bounds of all results together. A larger one than a quarter of the bytes is not kept. */
  constructor({ maxResults = 500, maxBytes = 4 * mebibyte } = {}) {
    this.#told = new LRUCache({
      max: maxResults,
      maxSize: maxBytes,
      maxEntrySize: maxBytes / 4,
      sizeCalculation: ({ bytes }) => bytes,
    })
  }

  /** What is held now. */
  get size(): { results: number; bytes: number } {
    return { results: this.#told.size, bytes: this.#told.calculatedSize }
  }

  /**
   * The result for these arguments, if all data that it was made of are still fresh: then they need not be read to return it.
   *
   * @param now epoch milliseconds
   */
  recall(args: object, now: number): Result | undefined {
    const told = this.#told.get(args)
    if (!told || told.sources.length === 0 || now < told.fromMs || told.untilMs <= now) return undefined
    for (const source of told.sources) if (!source.isCurrent(now)) return undefined
    for (const source of told.sources) source.reused()
    return told.result
  }

  /**
   * The result for these arguments, if it was made of the same.
   *
   * @param of all that the result is made of beside the arguments and the time, compared by identity, such as what
   *   `Provider.read` returns
   * @param now epoch milliseconds
   */
  get(args: object, of: object, now: number): Result | undefined {
    const told = this.#told.get(args)
    return told && told.fromMs <= now && now < told.untilMs && told.of.deref() === of ? told.result : undefined
  }

  /**
   * Keeps a result for all who ask the same.
   *
   * @param of what `get` compares
   * @returns the result, which takes no further members if it is kept
   */
  keep(args: object, of: object, result: Result, validity: Validity): Result {
    const { fromMs, untilMs = Number.POSITIVE_INFINITY, sources = [] } = validity
    if (!Object.isFrozen(args) || untilMs <= fromMs) return result
    const known = sources.filter((source) => source !== undefined)
    const shared = sharedResult(result)
    const bytes = bytesPerChar * (sharedJson(shared)?.length ?? 0)
    this.#told.set(args, {
      ...{ of: new WeakRef(of), fromMs, untilMs, result: shared, bytes },
      sources: known.length === sources.length ? known : [],
    })
    return shared
  }
}
