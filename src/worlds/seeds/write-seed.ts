import type { Operation } from '#generated/server/operations.ts'
import { iso } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import type { RecordedCall, RecordedCalls } from '../recording/recorded-calls.ts'
import type { Origin, PlayedCall } from '../world/template.ts'

interface WriteOptions {
  readonly origin: Origin
  readonly recorded: Pick<RecordedCalls, 'all' | 'dropped'>
  /** Time of the world's clock, epoch milliseconds. */
  readonly nowMs: number
  /** The address of the world. */
  readonly baseUrl: string
  operationOf(id: string): Operation
}

/** A call with references to the results of others in place of what they returned. */
interface WrittenCall {
  readonly call: PlayedCall
  readonly args: unknown
  /** The calls that it refers to, by their indexes. */
  readonly uses: ReadonlySet<number>
}

const maxCalls = 2000
const maxBytes = 1024 * 1024
/** `note_` and 26 characters; see `newId`. */
const idInText = /\$\{|\b[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}\b/g
const wholeId = /^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/
/** Members whose values the server chooses. */
const chosenName = /^(?:id|.*_id)$/

/**
 * Writes what a world has become as a seed: the calls of its seed, then those that were made in it and changed something, and
 * the calls whose results they refer to. Each call is a line of JSON, which is YAML as well.
 *
 * @throws ApiError failed_precondition if not all of these calls are known, or they are too many for a seed
 */
export function writeSeed(options: WriteOptions): string {
  const { origin, nowMs, operationOf } = options
  const calls = [...origin.calls, ...recordedCalls(options)]
  const written = withReferences(calls, options.baseUrl)
  const kept = neededOf(written, operationOf)
  const named = new Set([...kept].flatMap((index) => [...(written[index]?.uses ?? [])]))
  const lines = [...kept]
    .sort((a, b) => a - b)
    .map((index) => {
      const { call, args } = written[index] as WrittenCall
      const name = named.has(index) ? nameOf(index) : undefined
      return { as: call.as, at: iso(call.atMs), call: call.operation, with: args, name }
    })
  const text = [
    `clock: ${iso(nowMs)}`,
    ...listOf('accounts', origin.declared.accounts),
    ...listOf('tokens', origin.declared.tokens),
    ...listOf('calls', lines),
    '',
  ].join('\n')
  if (lines.length > maxCalls || Buffer.byteLength(text) > maxBytes) {
    throw incomplete('It has more than the 2,000 calls or the 1 MB of a seed.')
  }
  return text
}

function listOf(name: string, entries: readonly object[]): string[] {
  return entries.length === 0 ? [] : [`${name}:`, ...entries.map((entry) => `  - ${JSON.stringify(entry)}`)]
}

function nameOf(index: number): string {
  return `call_${index + 1}`
}

function incomplete(reason: string): ApiError {
  return new ApiError('failed_precondition', `This world cannot be written as a seed. ${reason}`)
}

function recordedCalls({ recorded, operationOf }: WriteOptions): PlayedCall[] {
  if (recorded.dropped > 0) throw incomplete(`Its ${recorded.dropped} oldest calls are no longer kept.`)
  return recorded.all.flatMap((call) => playedOf(call, operationOf))
}

/** A successful call as it is played again. Those that the agent makes during another call are made again by that one. */
function playedOf(recorded: RecordedCall, operationOf: WriteOptions['operationOf']): PlayedCall[] {
  const { id, method, door, caller, args, status, result, atMs } = recorded
  if (method === undefined || status >= 300 || door === 'agent') return []
  const { kind, envelope } = operationOf(method)
  if (caller === undefined || args === undefined) {
    if (kind === 'read') return []
    throw incomplete(`Call ${id}, ${method}, has ${caller ? 'arguments larger than 64 kB' : 'no account'}.`)
  }
  const body: unknown = result === undefined ? undefined : JSON.parse(result)
  const inner = envelope === 'result' ? (body as { result?: unknown } | undefined)?.result : body
  return [{ operation: method, as: caller, args: JSON.parse(args) as PlayedCall['args'], result: inner, atMs }]
}

/** Those that change something, and those that others need. */
function neededOf(written: readonly WrittenCall[], operationOf: WriteOptions['operationOf']): Set<number> {
  const needed = new Set<number>()
  for (let index = written.length - 1; index >= 0; index--) {
    const { call, uses } = written[index] as WrittenCall
    if (operationOf(call.operation).kind === 'write') needed.add(index)
    if (needed.has(index)) for (const used of uses) needed.add(used)
  }
  return needed
}

function withReferences(calls: readonly PlayedCall[], baseUrl: string): WrittenCall[] {
  const known = new Map<string, { index: number; path: string }>()
  return calls.map((call, index) => {
    const uses = new Set<number>()
    const given = new Set<string>()
    const referred = (text: string) => {
      const found = known.get(text)
      if (!found) return undefined
      uses.add(found.index)
      return `\${${nameOf(found.index)}.${found.path}}`
    }
    const args = mapTexts(call.args, (text) => {
      given.add(text)
      const inside = (part: string) =>
        part.replace(idInText, (match) => (match === '${' ? '$${' : (referred(match) ?? match)))
      return referred(text) ?? text.split(baseUrl).map(inside).join(`\${base_url}`)
    })
    mapTexts(call.result, (text, path) => {
      const isChosen = wholeId.test(text) || chosenName.test(path.at(-1) ?? '')
      if (isChosen && !given.has(text) && !known.has(text)) known.set(text, { index, path: path.join('.') })
      return text
    })
    return { call, args, uses }
  })
}

function mapTexts(value: unknown, map: (text: string, path: string[]) => string, path: string[] = []): unknown {
  if (typeof value === 'string') return map(value, path)
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, map, [...path, String(index)]))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, map, [...path, key])]))
}
