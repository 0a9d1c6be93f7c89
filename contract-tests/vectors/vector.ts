import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { document } from '../document.ts'

/**
 * One row of the table: a call, the requests that it must send with the responses it gets, and what it must return.
 * The table is data, so that every language can run it.
 */
export interface Vector {
  /** What a client that fails this vector gets wrong; unique in the table. */
  name: string
  client?: {
    token?: string
    retries?: number
    timeout_ms?: number
    headers?: Record<string, string>
  }
  call: {
    operation: string
    args?: Record<string, unknown>
    /** Further arguments, given as the bytes of these texts in UTF-8. */
    bytes?: Record<string, string>
    options?: {
      retries?: number
      timeout_ms?: number
      headers?: Record<string, string>
      idempotency_key?: string
      last_event_id?: string
    }
    form: 'value' | 'raw' | 'all' | 'events' | 'download'
    /** Stop after this many items or events. */
    take?: number
  }
  exchanges: Exchange[]
  outcome: Outcome
  /** Milliseconds waited before each further request; none if absent. */
  waits_ms?: number[]
}

export interface Exchange {
  request: {
    verb: 'GET' | 'POST'
    /** Path and query below the server's address, compared decoded; only equal names of the query have an order. */
    target: string
    /** By lower-case name: the value, `true` for any value, `null` if it must be absent. */
    headers?: Record<string, string | true | null>
    body?: unknown
    /** Index of the exchange whose idempotency key this one repeats. */
    same_key_as?: number
    /** Index of the exchange whose X-Request-Id this one repeats. */
    same_id_as?: number
  }
  response: Response
}

export interface Response {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  text?: string
  /** Sent one by one; bytes that are no whole characters as `{base64}`. */
  chunks?: (string | { base64: string })[]
  /** Where the connection ends early: before the status, or after the chunks or the first half of the body. */
  cut?: 'before_headers' | 'in_body'
}

/** What a call returned. Of `error`, `raw` and `download`, only the fields that the vector names are compared. */
export interface Outcome {
  value?: unknown
  raw?: { status?: number; headers?: Record<string, string>; body?: unknown }
  items?: unknown[]
  events?: { id?: string; event: string; data: unknown }[]
  download?: { status?: number; headers?: Record<string, string>; text?: string }
  error?: Failure
}

/** The fields of a client's error. */
export interface Failure {
  code?: string
  status?: number
  message?: string
  request_id?: string
  retry_after_s?: number
  details?: unknown[]
}

/** One line that a runner prints. */
export interface Played {
  name: string
  outcome: Outcome
  waits_ms: number[]
}

/** The files of the table in their order: a vector's number is its index over all of them. */
export const tableFiles: readonly string[] = ['calls', 'errors', 'retries', 'paging', 'streams', 'bytes'].map((name) =>
  join(import.meta.dirname, `${name}.json`),
)

/** All vectors of these files; `{version}` in them is the version of the API. Throws for a file that is missing or no JSON. */
export async function readVectors(files: readonly string[] = tableFiles): Promise<Vector[]> {
  const version = String(document.info.version)
  const read = async (file: string) => {
    const text = await readFile(file, 'utf8')
    return JSON.parse(text.replaceAll('{version}', version)) as Vector[]
  }
  return (await Promise.all(files.map(read))).flat()
}
