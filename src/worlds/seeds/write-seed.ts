import type { Operation } from '#generated/server/operations.ts'
import { iso } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { Slices } from '../../runtime/base/yield-to-event-loop.ts'
import { playableOf, reasonToLeaveOut } from '../recording/plan.ts'
import type { RecordedCall, RecordedCalls } from '../recording/recorded-calls.ts'
import { type Mark, Marks, mapTexts } from '../recording/recorded-marks.ts'
import type { Origin, PlayedCall } from '../world/template.ts'

interface WriteOptions {
  readonly origin: Origin
  readonly recorded: Pick<RecordedCalls, 'all' | 'dropped'>
  /** Time of the world's clock, epoch milliseconds. */
  readonly nowMs: number
  /** The address of the world. */
  readonly baseUrl: string
  operationOf(id: string): Operation
  /** What the work is divided into, after each call at most; new slices if not given. */
  readonly slices?: Slices
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

/**
 * Writes what a world has become as a seed: the calls of its seed, then those that were made in it and changed something, and
 * the calls whose results they refer to. Each call is a line of JSON, which is YAML as well.
 *
 * @throws ApiError failed_precondition if not all of these calls are known, or they are too many for a seed
 */
export function writeSeed(options: WriteOptions): Promise<string> {
  const { origin, operationOf } = options
  const calls = [...origin.calls, ...recordedCalls(options)]
  return seedOf(calls, ({ operation }) => operationOf(operation).kind === 'write', options)
}

/**
 * Writes the calls that were made in a world as a seed, also those that only read, and the calls of the world's own seed that
 * they refer to. What cannot be part of it is named in comments.
 *
 * @throws ApiError failed_precondition if they are too many for a seed
 */
export async function writeRecordedSeed(options: WriteOptions): Promise<string> {
  const { origin, recorded, operationOf } = options
  const { playable, leftOut } = playableOf(recorded, (call) => reasonToLeaveOut(call) ?? reasonNotInSeed(call))
  const calls = playable.flatMap((call) => playedOf(call, operationOf))
  const made = new Set(calls)
  const text = await seedOf([...origin.calls, ...calls], (call) => made.has(call), options)
  return leftOut.map((line) => `# ${line}\n`).join('') + text
}

function reasonNotInSeed({ caller, status }: RecordedCall): string | undefined {
  if (caller === undefined) return 'it was made without an account'
  return status < 300 ? undefined : `it returned status ${status}, and all calls of a seed succeed`
}

/** @param isWanted whether a call is written in any case, and not only if one that is written refers to it */
async function seedOf(
  calls: readonly PlayedCall[],
  isWanted: (call: PlayedCall) => boolean,
  { origin, nowMs, baseUrl, slices = new Slices() }: WriteOptions,
): Promise<string> {
  const written = await withReferences(calls, baseUrl, slices)
  const kept = neededOf(written, isWanted)
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
    ...listOf('accounts', origin.document.accounts),
    ...listOf('tokens', origin.document.tokens),
    ...listOf('calls', lines),
    '',
  ].join('\n')
  if (lines.length > maxCalls || Buffer.byteLength(text) > maxBytes) {
    throw incomplete('It exceeds the limits of a seed: 2,000 calls and 1 MiB.')
  }
  return text
}

function listOf(name: string, entries: readonly object[] = []): string[] {
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

/** The indexes of those that are wanted, and of those that they need. */
function neededOf(written: readonly WrittenCall[], isWanted: (call: PlayedCall) => boolean): Set<number> {
  const needed = new Set<number>()
  for (let index = written.length - 1; index >= 0; index--) {
    const { call, uses } = written[index] as WrittenCall
    if (isWanted(call)) needed.add(index)
    if (needed.has(index)) for (const used of uses) needed.add(used)
  }
  return needed
}

async function withReferences(calls: readonly PlayedCall[], baseUrl: string, slices: Slices): Promise<WrittenCall[]> {
  const marks = new Marks({ baseUrl })
  const written: WrittenCall[] = []
  for (const [index, call] of calls.entries()) {
    const uses = new Set<number>()
    const reference = (mark: Mark) => {
      if (mark.kind !== 'result') return `\${base_url}`
      uses.add(mark.step)
      return `\${${nameOf(mark.step)}.${mark.path.join('.')}}`
    }
    const escaped = (text: string) => text.replaceAll('${', () => '$${')
    const args = mapTexts(marks.inArguments(call.args), (text) => marks.written(escaped(text), reference))
    marks.remember(call.result, index)
    written.push({ call, args, uses })
    if (slices.isOver) await slices.next()
  }
  return written
}
