import { disconnectSignal } from '../http/disconnect-signal.ts'
import { sendPieces } from '../http/pieces.ts'
import { iso } from '../runtime/base/clock.ts'
import { ApiError } from '../runtime/base/errors.ts'
import { apiDocument } from '../runtime/base/openapi.ts'
import { eventStreamHeaders } from '../runtime/live/server-sent-events.ts'
import type { SandboxCall, SandboxHandlers } from './control/control.ts'
import type { SandboxParts } from './control/sandbox-parts.ts'
import { newRecordedCalls } from './recording/observer.ts'
import { recordingOf } from './recording/plan.ts'
import type { RecordedCall, RecordedCalls } from './recording/recorded-calls.ts'
import { textInSlices } from './recording/text-in-slices.ts'
import { writeRecordedSeed } from './seeds/write-seed.ts'

const usualLimit = 100
const maxStreams = 20
const beatMs = 15_000

/** The calls of worlds: as pages, live, and as recordings. */
export function recordingOperations({
  worlds,
}: SandboxParts): Pick<SandboxHandlers, 'calls.list' | 'calls.stream' | 'calls.recording'> {
  const callsOf = async (name: string) => {
    await worlds.ensure(name)
    return worlds.stateOf(name, newRecordedCalls)
  }
  return {
    async 'calls.list'({ path, query }) {
      return { json: pageOf(await callsOf(path.name), query) }
    },
    async 'calls.stream'({ path, req, res }) {
      const calls = await callsOf(path.name)
      if (calls.listeners >= maxStreams) {
        throw new ApiError(
          'rate_limited',
          `${maxStreams} streams of these calls are open, the maximum. Close one first.`,
        )
      }
      const lastId = numberOf(req.headers['last-event-id']) ?? calls.last
      res.writeHead(200, [...eventStreamHeaders])
      await sendPieces(res, eventsOf(calls, lastId, disconnectSignal(res)))
      return undefined
    },
    async 'calls.recording'({ path, query: { format } }) {
      const calls = await callsOf(path.name)
      const { server, clock } = await worlds.get(path.name)
      const { baseUrl } = server.runtime.config
      const origin = worlds.originOf(path.name)
      const operationOf = (id: string) => server.calls.contract.operation(id)
      if (format === 'seed') {
        const text = await writeRecordedSeed({ origin, recorded: calls, nowMs: clock.now(), baseUrl, operationOf })
        return { text, type: 'application/yaml' }
      }
      const recording = await recordingOf(calls, { origin, baseUrl, operationOf })
      const { writers } = await import('#generated/sandbox/recording-writers.js')
      if (format === 'arazzo') return { text: await textInSlices(writers.arazzo(recording, `${baseUrl}/openapi.json`)) }
      const text = await textInSlices(writers[format](recording, await apiDocument()))
      return { text, type: 'text/plain; charset=utf-8' }
    },
  }
}

function pageOf(calls: RecordedCalls, { method, status, before, limit }: SandboxCall<'calls.list'>['query']): object {
  // Parameters are texts that have passed the document's bounds.
  const below = Number(before ?? Number.POSITIVE_INFINITY)
  const most = Number(limit ?? usualLimit)
  const chosen = calls.all.filter(
    (call) =>
      call.id < below &&
      (method === undefined || call.method === method) &&
      (status === undefined || call.status === Number(status)),
  )
  const page = chosen.slice(-most)
  const first = page[0]
  return {
    calls: page.toReversed().map(entryOf),
    ...(first && chosen.length > page.length && { next_before: first.id }),
    dropped: calls.dropped,
  }
}

function entryOf({ args, result, leftOut, atMs, durationMs, ...call }: RecordedCall): object {
  const { id, method, door, caller, status, code } = call
  return {
    ...{ id, method, door, caller },
    ...(args !== undefined && { arguments: JSON.parse(args) }),
    ...{ status, code },
    ...(result !== undefined && { result: JSON.parse(result) }),
    left_out: leftOut,
    time: iso(atMs),
    duration_ms: Math.round(durationMs * 1000) / 1000,
  }
}

function numberOf(text: string | string[] | undefined): number | undefined {
  return typeof text === 'string' && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** Those after a number, and each that follows, until the world or the connection ends. */
async function* eventsOf(calls: RecordedCalls, after: number, gone: AbortSignal): AsyncGenerator<string> {
  let wake = () => {}
  const stop = calls.onChange(() => wake())
  gone.addEventListener('abort', () => wake())
  let seen = after
  try {
    yield 'retry: 1000\n\n'
    while (!gone.aborted && !calls.isOver) {
      // A rewind takes back the calls after its snapshot.
      seen = Math.min(seen, calls.last)
      if (seen < calls.dropped) yield `event: dropped\ndata: {"dropped":${calls.dropped - seen}}\n\n`
      const added = calls.after(seen)
      for (const call of added) yield `id: ${call.id}\nevent: call\ndata: ${JSON.stringify(entryOf(call))}\n\n`
      seen = added.at(-1)?.id ?? seen
      if (added.length > 0) continue
      const { promise, resolve } = Promise.withResolvers<boolean>()
      wake = () => resolve(true)
      const beat = setTimeout(() => resolve(false), beatMs).unref()
      const isChanged = await promise
      clearTimeout(beat)
      if (!isChanged) yield ':\n\n'
    }
  } finally {
    stop()
  }
}
