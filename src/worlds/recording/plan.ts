import type { Operation } from '#generated/server/operations.ts'
import { iso } from '../../runtime/base/clock.ts'
import type { RecordedCall, RecordedCalls } from './recorded-calls.ts'
import { type Mark, Marks } from './recorded-marks.ts'

/** A call of a recording. */
export interface Step {
  /** Unique: `notes_add_1`. */
  readonly name: string
  readonly operation: Pick<Operation, 'id' | 'family' | 'method' | 'verb' | 'path' | 'hasBody' | 'envelope'>
  /** Username; undefined without an account. */
  readonly caller: string | undefined
  /** With marks; see `Recording.marks`. */
  readonly args: Readonly<Record<string, unknown>>
  readonly status: number
  readonly code: string | undefined
  /** Without an envelope, with marks; undefined if it is not compared. */
  readonly result: unknown
  /** The time to which the clock is moved before it, RFC 3339; undefined if it just runs. */
  readonly movedTo: string | undefined
}

/** The calls of a world in a form that can be played in another. */
export interface Recording {
  /** Of its clock at the beginning, RFC 3339. */
  readonly time: string
  readonly isFrozen: boolean
  readonly steps: readonly Step[]
  /** Sentences about the calls that are not steps. */
  readonly leftOut: readonly string[]
  /** The marks by their number. In a text, a mark is `token`, its number and `token` again. */
  readonly marks: readonly Mark[]
  readonly token: string
}

interface Options {
  readonly baseUrl: string
  readonly operationOf: (id: string) => Operation
  /** Of the marks; a random one if not given. */
  readonly token?: string
}

/** From how far on, in milliseconds, the clock counts as moved. */
const minMoveMs = 1000

/** Makes a recording of the calls of a world. Ids and times become references to the results that they came from. */
export function recordingOf(calls: RecordedCalls, options: Options): Recording {
  const marks = new Marks(options)
  const counts = new Map<string, number>()
  const steps: Step[] = []
  const { playable, leftOut } = playableOf(calls, reasonToLeaveOut)
  let before: RecordedCall | undefined
  for (const call of playable) {
    const operation = namedOperation(options.operationOf(call.method ?? ''), options)
    const stem = operation.id.replace('.', '_')
    const count = (counts.get(stem) ?? 0) + 1
    counts.set(stem, count)
    const args = JSON.parse(call.args ?? '{}') as Record<string, unknown>
    const marked = marks.inArguments(args) as Record<string, unknown>
    const body = call.code === undefined && call.result !== undefined ? JSON.parse(call.result) : undefined
    const result = operation.envelope === 'result' ? body?.result : body
    marks.remember(result, steps.length)
    steps.push({
      name: `${stem}_${count}`,
      operation,
      caller: call.caller,
      args: marked,
      status: call.status,
      code: call.code,
      result: result === undefined ? undefined : marks.inResult(result, steps.length),
      movedTo: before && isMoved(before, call) ? iso(call.atMs) : undefined,
    })
    before = call
  }
  const first = calls.all[0]
  const time = iso(first?.atMs ?? 0)
  return { time, isFrozen: first?.isFrozen ?? false, steps, leftOut, marks: marks.all, token: marks.token }
}

/** The calls that can be played again, and sentences about the others. */
export function playableOf(
  { all, dropped }: Pick<RecordedCalls, 'all' | 'dropped'>,
  reasonOf: (call: RecordedCall) => string | undefined,
): { playable: readonly RecordedCall[]; leftOut: readonly string[] } {
  const oldest = dropped > 0 ? [`The ${dropped} oldest calls are no longer kept.`] : []
  const reasons = new Map(all.map((call) => [call, reasonOf(call)]))
  const others = all.flatMap((call) => {
    const reason = reasons.get(call)
    return reason === undefined ? [] : [`Call ${call.id}, ${call.method ?? 'without a method'}: ${reason}.`]
  })
  return { playable: all.filter((call) => reasons.get(call) === undefined), leftOut: [...oldest, ...others] }
}

/** Clients have one method for both forms of an operation. */
function namedOperation(operation: Operation, { operationOf }: Options): Operation {
  return operation.formOf === undefined ? operation : { ...operationOf(operation.formOf), ...pathOf(operation) }
}

function pathOf({ verb, path, hasBody }: Operation): Pick<Operation, 'verb' | 'path' | 'hasBody'> {
  return { verb, path, hasBody }
}

/** Why a call cannot be played again; undefined if it can. */
export function reasonToLeaveOut({ method, door, args, status, code, leftOut }: RecordedCall): string | undefined {
  if (method === undefined) return 'the request named no method'
  if (door === 'agent') return 'the agent made it during another call'
  if (leftOut.includes('arguments')) return 'its arguments are larger than 64 kB'
  if (args === undefined) return `it was refused before its arguments were read (${code})`
  if (code === 'invalid_argument') return 'its arguments are not valid'
  if (status === 429 || status >= 500) return `it failed with ${code}, which depends on the moment`
  return undefined
}

function isMoved(before: RecordedCall, call: RecordedCall): boolean {
  return call.atMs - before.atMs - (call.realMs - before.realMs) > minMoveMs
}
