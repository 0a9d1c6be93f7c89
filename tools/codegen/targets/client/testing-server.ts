import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Clock } from './runtime/clock.ts'

/** A request as a test's server saw it. */
export interface SeenRequest {
  verb: string
  address: string
  headers: IncomingMessage['headers']
  body: string
}

/** Answers one request; `hang` never does, `cut` breaks the connection, `trickle` sends a byte now and then for ever. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; body?: unknown; text?: string }
  | 'hang'
  | 'cut'
  | 'trickle'

/** A server that sends one reply after the other and records its requests. */
export interface ScriptedServer {
  baseUrl: string
  seen: SeenRequest[]
  /** Resolves when this many requests have arrived. */
  arrived(count: number): Promise<void>
  close(): Promise<void>
}

/** Starts a server on a free port that sends these replies in turn, then 500. */
export async function scriptedServer(...replies: Reply[]): Promise<ScriptedServer> {
  const seen: SeenRequest[] = []
  const watchers: { count: number; resolve: () => void }[] = []
  const server = createServer(async (req, res) => {
    const reply = replies[seen.length] ?? { status: 500, body: { error: 'No reply is left.', code: 'internal' } }
    seen.push({ verb: req.method ?? '', address: req.url ?? '', headers: req.headers, body: await text(req) })
    for (const { count, resolve } of watchers) if (seen.length >= count) resolve()
    answer(res, reply)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    arrived: (count) =>
      new Promise((resolve) => {
        if (seen.length >= count) resolve()
        else watchers.push({ count, resolve })
      }),
    close: () => closeServer(server),
  }
}

function answer(res: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return
  if (reply === 'cut') {
    res.destroy()
    return
  }
  if (reply === 'trickle') {
    const bytes = setInterval(() => res.write(' '), 5)
    res.writeHead(200, { 'content-type': 'application/json' }).on('close', () => clearInterval(bytes))
    return
  }
  res.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
  res.end(reply.text ?? JSON.stringify(reply.body ?? { result: {} }))
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/** A clock that stands still until it is advanced; it records the requested delays. */
export interface ManualClock extends Clock {
  /** Delays requested and not cancelled, in milliseconds from now. */
  pending(): number[]
  /** Advances the clock and runs the timers that fall due. */
  advance(ms: number): void
}

/** A clock that starts at the given moment. */
export function manualClock(startMs = Date.parse('2026-11-21T09:30:00.000Z')): ManualClock {
  let now = startMs
  const timers = new Set<{ at: number; act: () => void }>()
  return {
    now: () => now,
    after(ms, act) {
      const timer = { at: now + ms, act }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    pending: () => [...timers].map(({ at }) => at - now).sort((a, b) => a - b),
    advance(ms) {
      now += ms
      for (const timer of [...timers].filter(({ at }) => at <= now).sort((a, b) => a.at - b.at)) {
        timers.delete(timer)
        timer.act()
      }
    },
  }
}

/** A clock whose delays pass at once; it records them. Delays of `timeoutMs` never pass: they are time limits. */
export function hastyClock(timeoutMs: number): Clock & { waits: number[] } {
  const waits: number[] = []
  const still = manualClock()
  return {
    waits,
    now: still.now,
    after(ms, act) {
      if (ms === timeoutMs) return still.after(ms, act)
      waits.push(ms)
      queueMicrotask(act)
      return () => {}
    },
  }
}
