import { isbot } from 'isbot'
import { BoundedMap } from '#runtime/base/bounded-map.ts'
import type { VisitHeaders } from './visit-headers.ts'

/**
 * Who came: somebody who follows the link, themselves or by a program of their own; a robot, or a browser that only looks
 * ahead; or somebody who asked for the head alone.
 */
export const visitors = ['person', 'bot', 'head'] as const

/** What they came with. */
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

const lookingAhead = /prefetch|preview|prerender/i
/** Longer ones are told apart by their beginning alone. */
const maxUserAgent = 512
const maxRemembered = 2048

/** Tells visits apart; what a User-Agent means is worked out once and remembered, for a bounded number of them. */
export class Visitors {
  readonly #kinds: BoundedMap<string, VisitKind>
  /** Of each length the one seen last: comparing two texts costs less than looking one up. */
  readonly #last: (Seen | undefined)[] = new Array(maxUserAgent + 1).fill(undefined)

  constructor(max = maxRemembered) {
    this.#kinds = new BoundedMap(max)
  }

  kindOf(isHead: boolean, { userAgent = '', mobileHint, purpose }: VisitHeaders): VisitKind {
    const kind = this.#byUserAgent(userAgent.length > maxUserAgent ? userAgent.slice(0, maxUserAgent) : userAgent)
    if (!isHead && purpose === undefined && mobileHint !== '?1') return kind
    const device = mobileHint === '?1' ? 'mobile' : deviceOf(kind)
    if (isHead) return visitKind('head', device)
    return visitKind(purpose !== undefined && lookingAhead.test(purpose) ? 'bot' : visitorOf(kind), device)
  }

  #byUserAgent(userAgent: string): VisitKind {
    const last = this.#last[userAgent.length]
    if (last?.userAgent === userAgent) return last.kind
    let kind = this.#kinds.get(userAgent)
    if (kind === undefined) {
      kind = kindNamed(userAgent)
      this.#kinds.set(userAgent, kind)
    }
    this.#last[userAgent.length] = { userAgent, kind }
    return kind
  }
}

interface Seen {
  readonly userAgent: string
  readonly kind: VisitKind
}

/** isbot takes every program for a robot; these are tools with which people, and programs that they wrote, follow links. */
const tools =
  /^(?:aiohttp|apache-httpclient|axios|bun|curl|dart|deno|go-http-client|got|httpie|insomnia|java|java-http-client|libwww-perl|node|node-fetch|okhttp|postmanruntime|powershell|python-httpx|python-requests|python-urllib|reqwest|ruby|undici|wget)(?:[/ ]|$)/i
const robotNames = /bot\b|crawl|spider|preview|monitor|scan/i

function isRobot(userAgent: string): boolean {
  if (!isbot(userAgent)) return false
  return !tools.test(userAgent) || robotNames.test(userAgent)
}

function kindNamed(userAgent: string): VisitKind {
  return visitKind(isRobot(userAgent) ? 'bot' : 'person', deviceNamed(userAgent))
}

/** An iPad that asks for desktop sites calls itself a Macintosh, and is counted as one. */
function deviceNamed(userAgent: string): Device {
  if (/iPad|Tablet|PlayBook|Kindle|Silk|Android(?!.*Mobile)/i.test(userAgent)) return 'tablet'
  if (/Mobi|iPhone|iPod|Android|Windows Phone|Opera Mini|BlackBerry/i.test(userAgent)) return 'mobile'
  if (/Windows NT|Macintosh|X11|CrOS|Linux/i.test(userAgent)) return 'desktop'
  return 'other'
}
