import type { Operation } from '#generated/server/operations.ts'
import { iso } from '../../runtime/base/clock.ts'
import type { RecordedCall, RecordedCalls } from './recorded-calls.ts'

/** What stands in arguments and results for what is different each time they are played. */
export type Mark =
  /** A value of the result of an earlier step. */
  | { readonly kind: 'result'; readonly step: number; readonly path: readonly (string | number)[] }
  /** The address of the world. */
  | { readonly kind: 'address' }
  /** Any text. */
  | { readonly kind: 'any' }

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
  /** A text that nothing contains; letters and digits only. */
  readonly token: string
}

/** From how far on, in milliseconds, the clock counts as moved. */
const minMoveMs = 1000
const idText = /\b[a-z]+_(?:[0-9a-hjkmnp-tv-z]{26}|[0-9a-f]{16,64})\b|\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/
const timeText = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/
/** Members whose values the server chooses. */
const chosenName = /^(?:id|.*_id|.*Id|token|secret|slug|etag|cursor|next_cursor|hash|signature)$/
/** Shorter texts are equal by chance, as a whole or inside of others. */
const minReferred = 4
/** What of a longer text can be a known value: looking for each of them would take minutes for a full recording. */
const insideText = /[\w-]{8,}/g

/** Makes a recording of the calls of a world. Ids and times become references to the results that they came from. */
export function recordingOf(calls: RecordedCalls, options: Options): Recording {
  const marks = new Marks(options)
  const counts = new Map<string, number>()
  const steps: Step[] = []
  const leftOut: string[] = []
  if (calls.dropped > 0) leftOut.push(`The ${calls.dropped} oldest calls are no longer kept.`)
  let before: RecordedCall | undefined
  for (const call of calls.all) {
    const reason = reasonToLeaveOut(call)
    if (reason) {
      leftOut.push(`Call ${call.id}, ${call.method ?? 'without a method'}: ${reason}.`)
      continue
    }
    const operation = namedOperation(options.operationOf(call.method ?? ''), options)
    const stem = operation.id.replace('.', '_')
    const count = (counts.get(stem) ?? 0) + 1
    counts.set(stem, count)
    const args = JSON.parse(call.args ?? '{}') as Record<string, unknown>
    const marked = marks.inArguments(args) as Record<string, unknown>
    const body = call.code === undefined && call.result !== undefined ? JSON.parse(call.result) : undefined
    const result = operation.envelope === 'result' ? body?.result : body
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
  return { time, isFrozen: first?.isFrozen ?? false, steps, leftOut, marks: marks.all, token: options.token }
}

/** Clients have one method for both forms of an operation. */
function namedOperation(operation: Operation, { operationOf }: Options): Operation {
  return operation.formOf === undefined ? operation : { ...operationOf(operation.formOf), ...pathOf(operation) }
}

function pathOf({ verb, path, hasBody }: Operation): Pick<Operation, 'verb' | 'path' | 'hasBody'> {
  return { verb, path, hasBody }
}

function reasonToLeaveOut({ method, door, args, status, code, leftOut }: RecordedCall): string | undefined {
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

/** Finds what is different each time, and puts marks in its place. */
class Marks {
  readonly all: Mark[] = []
  readonly #token: string
  readonly #baseUrl: string
  /** Values of results, and the marks that refer to them. */
  readonly #known = new Map<string, { readonly mark: string; readonly step: number }>()
  /** Texts of arguments: results repeat them. */
  readonly #given = new Set<string>()

  constructor({ token, baseUrl }: Options) {
    this.#token = token
    this.#baseUrl = baseUrl
    this.#known.set(baseUrl, { mark: this.#mark({ kind: 'address' }), step: -1 })
  }

  inArguments(value: unknown): unknown {
    return mapped(value, [], (text) => {
      const { text: referred } = this.#referred(text)
      if (referred === text) this.#given.add(text)
      return referred
    })
  }

  /** Times are not compared: those that are equal by chance are not equal each time. */
  inResult(value: unknown, step: number): unknown {
    mapped(value, [], (text, path) => {
      if (this.#isChosen(text, path) && !this.#known.has(text)) {
        this.#known.set(text, { mark: this.#mark({ kind: 'result', step, path }), step })
      }
      return text
    })
    return mapped(value, [], (text) => {
      if (this.#given.has(text)) return text
      if (timeText.test(text)) return this.#any()
      const referred = this.#referred(text)
      // What it has itself is new with it.
      return referred.latest === step || idText.test(referred.text) ? this.#any() : referred.text
    })
  }

  /** Whether the server chose a value, so that later calls refer to it. */
  #isChosen(text: string, path: readonly (string | number)[]): boolean {
    if (text.length < minReferred || this.#given.has(text)) return false
    return chosenName.test(String(path.at(-1))) || timeText.test(text) || whole(idText, text)
  }

  /** The text with marks for the known values in it, and the latest step that one of them comes from. */
  #referred(text: string): { readonly text: string; readonly latest: number } {
    const same = this.#known.get(text)
    if (same) return { text: same.mark, latest: same.step }
    let latest = -1
    const inside = (part: string) =>
      part.replace(insideText, (value) => {
        const known = this.#known.get(value)
        if (!known) return value
        latest = Math.max(latest, known.step)
        return known.mark
      })
    const referred = text.split(this.#baseUrl).map(inside).join(this.#known.get(this.#baseUrl)?.mark)
    return { text: referred, latest }
  }

  #any(): string {
    return this.#mark({ kind: 'any' })
  }

  #mark(mark: Mark): string {
    return `${this.#token}${this.all.push(mark) - 1}${this.#token}`
  }
}

function whole(pattern: RegExp, text: string): boolean {
  return pattern.exec(text)?.[0] === text
}

function mapped(
  value: unknown,
  path: readonly (string | number)[],
  change: (text: string, path: readonly (string | number)[]) => string,
): unknown {
  if (typeof value === 'string') return change(value, path)
  if (Array.isArray(value)) return value.map((entry, index) => mapped(entry, [...path, index], change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, mapped(entry, [...path, name], change)]),
  )
}
