import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Store } from '../../src/runtime/store/types.ts'

/** Calls at a steady rate. */
export interface Callers {
  /** Stops, and resolves with what became of the calls when the last one has ended. */
  stop(): Promise<CallsMade>
}

export interface CallsMade {
  readonly made: number
  /** How each failed call ended: `502 the server dropped the call`. */
  readonly failures: readonly string[]
  /** The ids of the notes that the server has confirmed. */
  readonly noteIds: readonly string[]
}

/**
 * Adds a note and reads the first one in turn, over at most fifty connections that stay open: calls that find none
 * free wait, so that a machine that is too slow for the rate is not overrun.
 */
export function startCallers(url: string, token: string, perSecond: number): Callers {
  const agent = new Agent({ keepAlive: true, maxSockets: 50 })
  const failures: string[] = []
  const noteIds: string[] = []
  const running = new Set<Promise<void>>()
  const startedAt = performance.now()
  const run = `${process.pid}-${Math.round(startedAt)}`
  let firstTitle: string | undefined
  let made = 0

  async function add(title: string): Promise<void> {
    const body = JSON.stringify({ title, text: 'Kept.' })
    const { status, text } = await send(`${url}/api/v1/notes/add`, { method: 'POST', token, body, agent })
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`)
    noteIds.push((JSON.parse(text) as { result: { note: { id: string } } }).result.note.id)
    firstTitle ??= title
  }

  async function read(title: string): Promise<void> {
    const { status, text } = await send(`${url}/api/v1/notes/get?title=${title}`, { method: 'GET', token, agent })
    if (status !== 200) throw new Error(`${status} ${text.slice(0, 200)}`)
  }

  async function callOnce(n: number): Promise<void> {
    try {
      await (n % 2 === 0 || firstTitle === undefined ? add(`note-${run}-${n}`) : read(firstTitle))
    } catch (failure) {
      failures.push((failure as Error).message)
    }
  }

  const timer = setInterval(() => {
    for (const due = ((performance.now() - startedAt) / 1000) * perSecond; made < due; made++) {
      const call = callOnce(made).finally(() => running.delete(call))
      running.add(call)
    }
  }, 5)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(running)
      agent.destroy()
      return { made, failures, noteIds }
    },
  }
}

/** How many of these notes are not in the database. */
export async function missingNotes(store: Store, ids: readonly string[]): Promise<number> {
  const stored = new Set((await store.all<{ id: string }>(store.sql('notes').select('id'))).map(({ id }) => id))
  return ids.filter((id) => !stored.has(id)).length
}

export interface Sent {
  readonly method: string
  readonly token: string
  readonly body?: string | undefined
  readonly agent?: Agent | undefined
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Sends one call. @throws Error if no response arrives */
export function send(url: string, { method, token, body, agent, headers: more }: Sent): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }), ...more }
  return new Promise((resolve, reject) => {
    const call = request(url, { method, headers, agent }, (response) => {
      const { statusCode: status = 0, headers } = response
      buffer(response).then((bytes) => resolve({ status, headers, text: String(bytes) }), reject)
    })
    call.on('error', reject)
    call.end(body)
  })
}
