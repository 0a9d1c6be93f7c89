import type { RawArguments } from '../../runtime/calls/arguments.ts'
import { accountOf } from '../../runtime/calls/caller.ts'
import type { Outcome } from '../../runtime/calls/outcome.ts'
import type { CallObserver } from '../../runtime/calls/record.ts'
import { bodyTextOf, statusOf } from '../../runtime/calls/response.ts'
import type { WorldClock } from '../world/world-clock.ts'
import type { Worlds } from '../world/worlds.ts'
import { RecordedCalls } from './recorded-calls.ts'

/** Of a public sandbox, whose worlds, with ten snapshots each, share the memory of its process. */
const publicBytes = 256 * 1024

/** Makes what a world remembers of its calls; see `Worlds.stateOf`. */
export const newRecordedCalls = (_world: string, isPublic: boolean): RecordedCalls =>
  new RecordedCalls(isPublic ? publicBytes : undefined)

/** What records the calls of a world. */
export function recorderOf(worlds: Worlds, name: string, clock: WorldClock): CallObserver {
  const calls = worlds.stateOf(name, newRecordedCalls)
  return (call, outcome, durationMs) => {
    const caller = call.identified && accountOf(call.identified)
    calls.add({
      method: outcome.operation?.id,
      door: call.door,
      caller: caller?.username,
      args: call.given && argumentsText(call.given),
      status: statusOf(outcome),
      code: outcome.error?.code,
      ...resultOf(outcome),
      atMs: clock.now(),
      isFrozen: clock.isFrozen,
      realMs: performance.now(),
      durationMs,
    })
  }
}

function argumentsText({ path, query, body, decoded }: RawArguments): string {
  const args = { ...query, ...(body as object | undefined), ...path }
  // What was decoded on arrival is long, and a short text is in its place.
  return JSON.stringify(decoded ? { ...args, [decoded.name]: decoded.text } : args)
}

/** A result that cannot be written is a defect that the door reports. */
function resultOf(outcome: Outcome): { result: string | undefined; isStreamed: boolean } {
  if (!outcome.error && outcome.result === undefined) return { result: undefined, isStreamed: true }
  try {
    return { result: bodyTextOf(outcome), isStreamed: false }
  } catch {
    return { result: undefined, isStreamed: true }
  }
}
