import { isbot } from 'isbot'
import { BoundedMap } from '#runtime/base/bounded-map.ts'
import type { VisitHeaders } from './visit-headers.ts'

/**
 * A person who follows the link, in a browser or with a tool; a bot, or a browser that only prefetches; or a HEAD request.
 */
export const visitors = ['person', 'bot', 'head'] as const

/** Kinds of devices. */
export const devices = ['desktop', 'mobile', 'tablet', 'other'] as const

export type Visitor = (typeof visitors)[number]
export type Device = (typeof devices)[number]

/** Visitor and device as one number, by which visits are counted in memory. */
export type VisitKind = number

export function visitKind(visitor: Visitor, device: Device): VisitKind {
  return visitors.indexOf(visitor) * devices.length + devices.indexOf(device)
}

export function visitorOf(kind: VisitKind): Visitor {
  return visitors[Math.floor(kind / devices.length)] as Visitor
}

export function deviceOf(kind: VisitKind): Device {
  return devices[kind % devices.length] as Device
}

const prefetching = /prefetch|preview|prerender/i
/** Only the beginning of a longer one counts. */
const maxUserAgent = 512
const maxCached = 2048

/** Classifies visits. Results are cached for a bounded number of User-Agents. */
export class Visitors {
  readonly #kinds: BoundedMap<string, VisitKind>

  constructor(max = maxCached) {
    this.#kinds = new BoundedMap(max)
  }

  kindOf(isHead: boolean, { userAgent = '', mobileHint, purpose }: VisitHeaders): VisitKind {
    const kind = this.#byUserAgent(userAgent.length > maxUserAgent ? userAgent.slice(0, maxUserAgent) : userAgent)
    if (!isHead && purpose === undefined && mobileHint !== '?1') return kind
    const device = mobileHint === '?1' ? 'mobile' : deviceOf(kind)
    if (isHead) return visitKind('head', device)
    return visitKind(purpose !== undefined && prefetching.test(purpose) ? 'bot' : visitorOf(kind), device)
  }

  #byUserAgent(userAgent: string): VisitKind {
    let kind = this.#kinds.get(userAgent)
    if (kind === undefined) {
      kind = kindNamed(userAgent)
      this.#kinds.set(userAgent, kind)
    }
    return kind
  }
}

/** Tools that people and their programs follow links with; isbot considers them bots. */
const tools =
  /^(?:aiohttp|apache-httpclient|axios|bun|curl|dart|deno|go-http-client|got|httpie|insomnia|java|java-http-client|libwww-perl|node|node-fetch|okhttp|postmanruntime|powershell|python-httpx|python-requests|python-urllib|reqwest|ruby|undici|wget)(?:[/ ]|$)/i
const botNames = /bot\b|crawl|spider|preview|monitor|scan/i

function isBot(userAgent: string): boolean {
  if (!isbot(userAgent)) return false
  return !tools.test(userAgent) || botNames.test(userAgent)
}

function kindNamed(userAgent: string): VisitKind {
  return visitKind(isBot(userAgent) ? 'bot' : 'person', deviceNamed(userAgent))
}

/** An iPad that requests desktop sites claims to be a Macintosh and is counted as one. */
function deviceNamed(userAgent: string): Device {
  if (/iPad|Tablet|PlayBook|Kindle|Silk|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet'
  if (/Mobi|iPhone|iPod|Android|Windows Phone|Opera Mini|BlackBerry/i.test(userAgent)) return 'mobile'
  if (/Windows NT|Macintosh|X11|CrOS|Linux/i.test(userAgent)) return 'desktop'
  return 'other'
}
