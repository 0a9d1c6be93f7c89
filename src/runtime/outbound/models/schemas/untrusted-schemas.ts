import { FairLimiter } from '../../../base/fair-limiter.ts'
import { busyFailure } from '../../failure.ts'
import type { JsonSchema, SchemaCheck } from './schema-check.ts'
import { SchemaChecker, UnusableSchema } from './schema-checker.ts'
import type { SchemaJob } from './schema-jobs.ts'

export interface UntrustedSchemasOptions {
  /** How long a check may take; 2,000 if not given. */
  readonly timeoutMs?: number
  /** How long idle processes wait before they end; 30,000 ms if not given. */
  readonly idleMs?: number
}

const maxProcesses = 2
/** One subject occupies at most one process. */
const bounds = { maxRunning: maxProcesses, maxRunningPerSubject: 1, maxWaiting: 128, maxWaitingPerSubject: 16 }

const maxDepth = 32
const maxNodes = 1000

/**
 * Checks values against schemas from outside, in processes that are killed when a check takes too long: patterns, unique
 * items and references can be made to take forever. Processes start on demand and end when idle.
 */
export class UntrustedSchemas {
  readonly #timeoutMs: number
  readonly #limiter = new FairLimiter(bounds, () => busyFailure('The schema checker'))
  readonly #checker: SchemaChecker

  constructor({ timeoutMs = 5000, idleMs = 30_000 }: UntrustedSchemasOptions = {}) {
    this.#timeoutMs = timeoutMs
    this.#checker = new SchemaChecker(idleMs)
  }

  /** The number of idle processes. */
  get idleProcesses(): number {
    return this.#checker.idleProcesses
  }

  /**
   * The check of a schema.
   *
   * @param subject the owner of the schema
   * @throws UnusableSchema if it is not a JSON schema, refers to another document, or is too deep or too large. So does
   *   `faults` for one that takes too long or refers to itself endlessly.
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

  async close(): Promise<void> {
    await this.#checker.close()
  }

  async #run(job: SchemaJob, subject: string, signal: AbortSignal): Promise<readonly string[]> {
    const work = () => this.#checker.run(job, this.#timeoutMs)
    const { unusable, faults } = await this.#limiter.run(subject, work, { signal })
    if (unusable !== undefined) throw new UnusableSchema(`cannot be used: ${unusable.slice(0, 200)}`)
    return faults
  }
}

/** Rejects schemas that would make the compiler recurse deeply or return a promise, before it sees them. */
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
        throw new UnusableSchema('must not refer to another document, so each $ref must begin with #')
      }
      walk(entry, depth + 1)
    }
  }
  walk(schema, 0)
}
