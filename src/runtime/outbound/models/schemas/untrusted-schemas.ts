import { Turns } from '../../turns.ts'
import { CheckThread, UnusableSchema } from './check-thread.ts'
import type { JsonSchema, SchemaCheck } from './schema-check.ts'
import type { SchemaJob } from './schema-jobs.ts'

export interface UntrustedSchemasOptions {
  /** How long a check may take; 2,000 if not given. */
  readonly timeoutMs?: number
  /** After how long idle threads end; 30,000 if not given. */
  readonly idleMs?: number
}

const maxThreads = 2
/** One subject keeps at most one thread busy. */
const turnBounds = { maxRunning: maxThreads, maxRunningPerSubject: 1, maxWaiting: 128, maxWaitingPerSubject: 16 }

const maxDepth = 32
const maxNodes = 1000

/**
 * Checks values against schemas by strangers, on threads that are ended when a check takes too long: patterns, unique
 * items and references can be made to take any time. Threads start when they are needed and end when they were idle.
 */
export class UntrustedSchemas {
  readonly #timeoutMs: number
  readonly #idleMs: number
  readonly #turns = new Turns(turnBounds, 'The check of schemas')
  readonly #idle: CheckThread[] = []
  #idleTimer: NodeJS.Timeout | undefined

  constructor({ timeoutMs = 5000, idleMs = 30_000 }: UntrustedSchemasOptions = {}) {
    this.#timeoutMs = timeoutMs
    this.#idleMs = idleMs
  }

  /** How many threads there are without a job. */
  get idleThreads(): number {
    return this.#idle.length
  }

  /**
   * The check of a schema.
   *
   * @param subject whose schema it is
   * @throws UnusableSchema if it is no JSON schema, refers to another document, or is too deep or too large. So does
   *   `faults` for one that takes too long or refers to itself without end.
   */
  async check(schema: JsonSchema, subject: string, signal: AbortSignal): Promise<SchemaCheck> {
    refuseUnusual(schema)
    const text = JSON.stringify(schema)
    await this.#run({ schema: text }, subject, signal)
    return {
      schema,
      faults: (value) => this.#run({ schema: text, value: JSON.stringify(value) }, subject, signal),
    }
  }

  /** Ends the idle threads. */
  async close(): Promise<void> {
    clearTimeout(this.#idleTimer)
    await Promise.all(this.#idle.splice(0).map((thread) => thread.end()))
  }

  async #run(job: SchemaJob, subject: string, signal: AbortSignal): Promise<readonly string[]> {
    const release = await this.#turns.take(subject, signal)
    const thread = this.#idle.pop() ?? new CheckThread()
    try {
      const { unusable, faults } = await thread.run(job, this.#timeoutMs)
      if (unusable !== undefined) throw new UnusableSchema(`cannot be used: ${unusable.slice(0, 200)}`)
      return faults
    } finally {
      if (!thread.hasEnded) this.#idle.push(thread)
      this.#endLater()
      release()
    }
  }

  #endLater(): void {
    clearTimeout(this.#idleTimer)
    this.#idleTimer = setTimeout(() => void this.close(), this.#idleMs).unref()
  }
}

/** Refuses what would make the compiler recurse deeply or return a promise, before it sees the schema. */
function refuseUnusual(schema: JsonSchema): void {
  let nodes = 0
  const walk = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null) return
    nodes += 1
    if (depth > maxDepth) throw new UnusableSchema(`must be nested at most ${maxDepth} levels deep`)
    if (nodes > maxNodes) throw new UnusableSchema(`must have at most ${maxNodes} objects and lists`)
    for (const [name, entry] of Object.entries(value)) {
      if (name === '$async') throw new UnusableSchema('must not have $async')
      if (name === '$ref' && typeof entry === 'string' && !entry.startsWith('#')) {
        throw new UnusableSchema('must not refer to another document: a $ref begins with #')
      }
      walk(entry, depth + 1)
    }
  }
  walk(schema, 0)
}
