import type { Clock } from '../base/clock.ts'
import type { Setting } from '../base/setting.ts'
import type { Agents } from './agents.ts'
import type { Deadline } from './deadline.ts'
import type { ProviderDescription, Query } from './description.ts'
import { collect, type Exchange, exchange } from './exchange.ts'
import { OutboundFailure } from './failure.ts'
import { isAccepted } from './payload.ts'
import type { ProviderCall } from './provider.ts'
import { retryAfterOf } from './retry.ts'

export interface WireOptions {
  readonly agents: Pick<Agents, 'guarded' | 'open'>
  /** The value of a setting. */
  settingOf<Value>(setting: Setting<Value>): Value
  readonly userAgent: string
  readonly clock: Clock
}

/** A successful response. */
export interface WireAnswer extends Exchange {
  readonly contentType: string | undefined
  /** The whole body. */
  bytes(): Promise<Buffer>
}

type WireCall = ProviderCall & {
  readonly accept: readonly string[]
  readonly absent?: { readonly statuses: readonly number[] }
}

const defaultMaxBytes = 2 * 1024 * 1024
const maxRedirects = 3
const maxFailureBytes = 4096

export function createProviderWire(description: ProviderDescription, options: WireOptions) {
  const { agents, settingOf, userAgent, clock } = options
  const who = description.nameInSentence ?? description.source
  const base = description.address ?? settingOf(description.baseUrl as Setting<string | undefined>)
  const key = description.key && settingOf(description.key.setting)
  const sent = sentKey(description, key)
  // The operator decides where a changed address leads; the default must be as public as any redirect.
  const trustedOrigin = base !== undefined && base !== description.baseUrl.fallback ? new URL(base).origin : undefined
  const maxBytesOf = (call: { readonly maxBytes?: number }) => call.maxBytes ?? description.maxBytes ?? defaultMaxBytes
  return {
    /** The provider as the subject of a sentence. */
    who,
    /** The names of settings that are missing. */
    missing: [
      ...(base === undefined ? [description.baseUrl.name] : []),
      ...(description.key && key === undefined ? [description.key.setting.name] : []),
      ...(description.onlyIf && !settingOf(description.onlyIf) ? [description.onlyIf.name] : []),
    ],
    /** @throws OutboundFailure, also for a status that means failure and for a content type that is not accepted */
    async send(call: WireCall, deadline: Deadline): Promise<WireAnswer> {
      const response = await exchange({
        url: addressOf(base as string, call.path, { ...call.query, ...sent.query }),
        method: call.method,
        headers: headersOf(call, userAgent, sent.headers),
        secretHeaders: Object.keys(sent.headers),
        body: bodyOf(call),
        deadline,
        maxBytes: maxBytesOf(call),
        maxRedirects,
        agentFor: (url) => (url.origin === trustedOrigin ? agents.open() : agents.guarded()),
        who,
      }).catch((failure: unknown) => {
        throw asProvidersFault(failure, who)
      })
      const contentType = response.headers['content-type']
      const isAbsent = call.absent?.statuses.includes(response.status) ?? false
      if (!isAbsent && (response.status < 200 || response.status > 299)) {
        throw await statusFailure(response, { who, now: clock.now(), keySetting: description.key?.setting.name })
      }
      if (!isAbsent && !isAccepted(contentType, call.accept)) {
        response.close()
        throw new OutboundFailure('content_type', `${who} sent something other than data`, {
          advice: 'try again later',
          status: response.status,
        })
      }
      return { ...response, contentType, bytes: () => collect(response.body) }
    },
  }
}

/** Builds requests in the form a provider expects, and sends each once. */
export type ProviderWire = ReturnType<typeof createProviderWire>

function sentKey({ key: described }: ProviderDescription, key: string | undefined) {
  if (!described || key === undefined) return { headers: {}, query: {} }
  const { headers = {}, query = {} } = described.send?.(key) ?? { headers: { authorization: `Bearer ${key}` } }
  return { headers, query }
}

function headersOf(
  { headers = {}, accept, json }: WireCall,
  userAgent: string,
  keyHeaders: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept: accept.join(', '),
    ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
    ...keyHeaders,
  }
}

function bodyOf({ json, body }: ProviderCall): string | Uint8Array | undefined {
  return json === undefined ? body : JSON.stringify(json)
}

/** The address of a request. The base URL may have a path. */
export function addressOf(base: string, path: string, query: Query = {}): URL {
  const url = new URL(`${base}${path}`)
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    for (const one of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(one))
  }
  return url
}

/** A provider that leads to a private address has failed: its caller gave no address. */
function asProvidersFault(failure: unknown, who: string): unknown {
  if (!(failure instanceof OutboundFailure) || failure.kind !== 'address') return failure
  return new OutboundFailure('redirect', `${who} leads to an address that is not on the public internet.`, {
    cause: failure,
  })
}

async function statusFailure(
  response: Exchange,
  { who, now, keySetting }: { who: string; now: number; keySetting: string | undefined },
): Promise<OutboundFailure> {
  const { status } = response
  const retryAfterS = retryAfterOf(response.headers['retry-after'], now)
  const when = retryAfterS === undefined ? 'later' : `in ${retryAfterS} seconds`
  const body = await beginningOf(response)
  const { complaint, advice } = complaintOf(status, when, keySetting)
  return new OutboundFailure('status', `${who} ${complaint}`, { advice, status, retryAfterS, body })
}

function complaintOf(
  status: number,
  when: string,
  keySetting: string | undefined,
): { readonly complaint: string; readonly advice?: string } {
  if (status === 429) return { complaint: 'is receiving too many requests', advice: `try again ${when}` }
  if (status === 401 || status === 402 || status === 403) {
    const advice = keySetting ? `its administrator should check ${keySetting}` : 'try again later'
    return { complaint: 'rejects this server', advice }
  }
  if (status >= 400 && status < 500) return { complaint: `rejected the request (HTTP ${status}).` }
  return { complaint: `is failing right now (HTTP ${status})`, advice: `try again ${when}` }
}

async function beginningOf({ body, close }: Exchange): Promise<string | undefined> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of body) {
      pieces.push(piece)
      size += piece.length
      if (size >= maxFailureBytes) break
    }
  } catch {
    // The status alone is enough to report the failure.
  } finally {
    close()
  }
  return size === 0 ? undefined : Buffer.concat(pieces).subarray(0, maxFailureBytes).toString('utf8')
}
