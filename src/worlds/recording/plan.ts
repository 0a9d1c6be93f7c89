import type { Operation } from '#generated/server/operations.ts'
import { iso } from '../../runtime/base/clock.ts'
import { Slices } from '../../runtime/base/yield-to-event-loop.ts'
import { type Origin, ownSeed } from '../world/template.ts'
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
  /** Time of its clock at the beginning, or for which its seed was played, RFC 3339. */
  readonly time: string
  readonly isFrozen: boolean
  /** What the world starts from: the name of a ready seed, or a seed; undefined if that makes nothing. */
  readonly start: { readonly seed: string } | { readonly document: object } | undefined
  /** Whether a mark refers to a result of the seed. */
  readonly refersToSeed: boolean
  readonly steps: readonly Step[]
  /** Sentences about the calls that are not steps. */
  readonly leftOut: readonly string[]
  /** The marks by their number. In a text, a mark is `token`, its number and `token` again. */
  readonly marks: readonly Mark[]
  readonly token: string
}

interface Options {
  readonly origin: Pick<Origin, 'seed' | 'document' | 'clockMs' | 'calls'>
  readonly baseUrl: string
  readonly operationOf: (id: string) => Operation
  /** Of the marks; a random one if not given. */
  readonly token?: string
}

type Moment = Pick<RecordedCall, 'atMs' | 'realMs'>

/** From how far on, in milliseconds, the clock counts as moved. */
const minMoveMs = 1000

/**
 * Makes a recording of the calls of a world. Ids and times become references to the results that they came from.
 *
 * @param slices what it is divided into, after each call at most: a full recording takes a second
 */
export async function recordingOf(calls: RecordedCalls, options: Options, slices = new Slices()): Promise<Recording> {
  const { origin } = options
  const start = startOf(origin)
  const [first] = calls.all
  const marks = new Marks(options)
  for (const [index, call] of origin.calls.entries()) {
    marks.rememberSeed(call, index)
    if (slices.isOver) await slices.next()
  }
  const counts = new Map<string, number>()
  const steps: Step[] = []
  const { playable, leftOut } = playableOf(calls, reasonToLeaveOut)
  let before: Moment | undefined = start && { atMs: origin.clockMs, realMs: Number.POSITIVE_INFINITY }
  for (const call of playable) {
    const operation = namedOperation(options.operationOf(call.method ?? ''), options)
    const stem = operation.id.replace('.', '_')
    const count = (counts.get(stem) ?? 0) + 1
    counts.set(stem, count)
    steps.push({
      name: `${stem}_${count}`,
      operation,
      caller: call.caller,
      ...markedBodies(call, operation, marks, steps.length),
      status: call.status,
      code: call.code,
      movedTo: before && isMoved(before, call) ? iso(call.atMs) : undefined,
    })
    before = call
    if (slices.isOver) await slices.next()
  }
  return {
    time: iso(start ? origin.clockMs : (first?.atMs ?? 0)),
    isFrozen: first?.isFrozen ?? false,
    start,
    refersToSeed: marks.all.some(({ kind }) => kind === 'seed'),
    steps,
    leftOut,
    marks: marks.all,
    token: marks.token,
  }
}

function startOf({ seed, document }: Options['origin']): Recording['start'] {
  if (Object.keys(document).length === 0) return undefined
  return seed === ownSeed ? { document } : { seed }
}

/** The arguments of a call and its result with marks. @param step its number */
function markedBodies(
  { args = '{}', code, result: text }: RecordedCall,
  { envelope }: Pick<Operation, 'envelope'>,
  marks: Marks,
  step: number,
): Pick<Step, 'args' | 'result'> {
  const marked = marks.inArguments(JSON.parse(args)) as Step['args']
  const body = code === undefined && text !== undefined ? JSON.parse(text) : undefined
  const result = envelope === 'result' ? body?.result : body
  marks.remember(result, step)
  return { args: marked, result: result === undefined ? undefined : marks.inResult(result, step) }
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

/** What has passed since the start of a world does not pass again before its first call. */
function isMoved(before: Moment, call: Moment): boolean {
  return call.atMs - before.atMs - Math.max(0, call.realMs - before.realMs) > minMoveMs
}
