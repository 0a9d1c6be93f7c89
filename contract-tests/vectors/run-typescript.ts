/** `node run-typescript.ts BASE_URL FILE …`: makes the calls of the vectors, and prints one JSON line for each. */
import * as families from '../../generated/client/index.js'
import { buildClient } from '../../generated/client/runtime/client.js'
import type { ClientOptions } from '../../generated/client/runtime/types.js'
import { type Failure, type Outcome, type Played, readVectors, type Vector } from './vector.ts'

/** When each vector begins: dates in Retry-After are relative to it. */
const startMs = Date.parse('2026-11-21T09:30:00.000Z')
const usualTimeoutMs = 60_000

// biome-ignore lint/suspicious/noExplicitAny: the table names any method, and its arguments are data.
type AnyMethod = any

/** What the client makes of each vector, for a server that plays them at this address. */
export async function playTypeScript(baseUrl: string, vectors: readonly Vector[]): Promise<Played[]> {
  const played: Played[] = []
  for (const [number, vector] of vectors.entries()) played.push(await play(`${baseUrl}/v/${number}`, vector))
  return played
}

async function play(baseUrl: string, vector: Vector): Promise<Played> {
  const { name, client: given = {}, call } = vector
  const waits: number[] = []
  const timeLimits = new Set([usualTimeoutMs, given.timeout_ms, call.options?.timeout_ms])
  let now = startMs
  const clock = {
    now: () => now,
    // Time limits never pass, and every other delay passes at once.
    after(ms: number, act: () => void) {
      if (timeLimits.has(ms)) return () => {}
      waits.push(ms)
      now += ms
      queueMicrotask(act)
      return () => {}
    },
  }
  const options: ClientOptions = {
    baseUrl,
    token: given.token,
    retries: given.retries,
    timeoutMs: given.timeout_ms,
    headers: given.headers,
  }
  const { createClient: _, clientOf: __, OnedoorError: ___, ...operations } = families
  const client: AnyMethod = buildClient(operations as never, options, { clock, random: () => 0.5 })
  const [family = '', method = ''] = call.operation.split('.')
  const outcome = await outcomeOf(client[family]?.[method], vector.call)
  return { name, outcome, waits_ms: waits }
}

async function outcomeOf(method: AnyMethod, call: Vector['call']): Promise<Outcome> {
  const { form, take = Number.POSITIVE_INFINITY, options = {} } = call
  const bytes = Object.entries(call.bytes ?? {}).map(([name, text]) => [name, new TextEncoder().encode(text)])
  const given = [
    { ...call.args, ...Object.fromEntries(bytes) },
    {
      retries: options.retries,
      timeoutMs: options.timeout_ms,
      headers: options.headers,
      idempotencyKey: options.idempotency_key,
      lastEventId: options.last_event_id,
    },
  ]
  // Items, or events.
  const listed: never[] = []
  const list: Outcome = form === 'all' ? { items: listed } : form === 'events' ? { events: listed } : {}
  try {
    if (form === 'value') return { value: await method(...given) }
    if (form === 'raw') {
      const { status, headers, body } = await method.raw(...given)
      return { raw: { status, headers: Object.fromEntries(headers), body } }
    }
    if (form === 'download') {
      const response: globalThis.Response = await method(...given)
      const headers = Object.fromEntries(response.headers)
      return { download: { status: response.status, headers, text: await response.text() } }
    }
    const iterable = form === 'all' ? method.all(...given) : (method.events ?? method)(...given)
    for await (const each of iterable) if (listed.push(each as never) >= take) break
    return list
  } catch (failure) {
    return { ...list, error: errorOf(failure) }
  }
}

function errorOf(failure: unknown): Failure {
  const { code, status, message, requestId, retryAfterS, details } = failure as families.OnedoorError
  const facts = {
    code,
    status,
    message,
    request_id: requestId,
    retry_after_s: retryAfterS,
    details: details as unknown[],
  }
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
}

if (import.meta.main) {
  const [baseUrl = '', ...files] = process.argv.slice(2)
  for (const line of await playTypeScript(baseUrl, await readVectors(files))) console.log(JSON.stringify(line))
}
