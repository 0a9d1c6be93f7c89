import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { responseLogSetting } from './record-response.ts'

/** A call that a test made, and its response. */
export interface Exchange {
  readonly operationId: string
  readonly method: string
  /** With the query. */
  readonly path: string
  /** The time of the server's clock after the response, in milliseconds. */
  readonly now?: number | undefined
  readonly requestHeaders: Readonly<Record<string, string>>
  /** JSON; undefined for a call without a body. */
  readonly requestBody?: string | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: unknown
}

/** Kept of the successes of an operation, and of each of its errors, in one process. */
const maxShapes = 4
/** Characters of a request or a response; longer ones are not stored. */
const maxLength = 100_000

const ending = '.exchanges'

/**
 * @param folder for the exchanges; without it none are stored
 * @returns a function that stores an exchange if its response has a new shape
 */
export function createExchangeRecorder(folder: string | undefined): (exchange: Exchange) => void {
  const kept = new Map<string, Set<string>>()
  return (exchange) => {
    if (!folder) return
    const { operationId, status, body } = exchange
    const name = `${operationId} ${status}`
    const shapes = kept.get(name) ?? new Set()
    if (shapes.size >= maxShapes) return
    const shape = shapeOf(body)
    if (shapes.has(shape)) return
    const line = `${JSON.stringify(exchange)}\n`
    if (line.length > maxLength) return
    kept.set(name, shapes.add(shape))
    mkdirSync(folder, { recursive: true })
    appendFileSync(join(folder, `${process.pid}-${threadId}${ending}`), line)
  }
}

/** Keeps exchanges in the folder of the setting. */
export const recordExchange = createExchangeRecorder(process.env[responseLogSetting])

/** The exchanges that the processes of a run stored in this folder, one of each shape. */
export function recordedExchanges(from: string): Exchange[] {
  const exchanges = readdirSync(from)
    .filter((name) => name.endsWith(ending))
    .flatMap((name) => readFileSync(join(from, name), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as Exchange)
  return [
    ...new Map(exchanges.map((each) => [`${each.operationId} ${each.status} ${shapeOf(each.body)}`, each])).values(),
  ]
}

/** The members and types of a JSON value, sorted: what a list has in any of its items counts once. */
function shapeOf(value: unknown): string {
  const found = new Set<string>()
  const walk = (part: unknown, path: string): void => {
    if (Array.isArray(part)) {
      for (const item of part) walk(item, `${path}[]`)
      if (part.length === 0) found.add(`${path}[]`)
    } else if (part !== null && typeof part === 'object') {
      for (const [name, member] of Object.entries(part)) walk(member, `${path}.${name}`)
    } else found.add(`${path} ${part === null ? 'null' : typeof part}`)
  }
  walk(value, '')
  return [...found].sort().join('\n')
}
