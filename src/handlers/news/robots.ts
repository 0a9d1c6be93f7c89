import { LRUCache } from 'lru-cache'
import * as robotsParser from 'robots-parser'
import type { Asker } from '#runtime/base/asker.ts'
import { cacheBounds } from '#runtime/base/cache-bounds.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { SingleFlights } from '#runtime/base/once.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Outbound } from '#runtime/outbound/outbound.ts'

/** Its types declare a default export, but the module is the function. */
const parseRobots = robotsParser.default as unknown as typeof robotsParser.default.default

/** The name that the rules of sites apply to. */
const agent = 'Onedoor'
const maxSites = 200
const maxBytes = 256 * 1024
const timeoutMs = 5000
const freshMs = 24 * 3_600_000

interface Rules {
  readonly readMs: number
  allows(url: string): boolean
}

/** What sites do not want programs to read: their `robots.txt` (RFC 9309), fetched at most once a day. */
export class Robots {
  readonly #outbound: Pick<Outbound, 'fetch'>
  readonly #clock: Clock
  readonly #sites = new LRUCache<string, Rules>(cacheBounds(maxSites))
  readonly #fetching = new SingleFlights<string, Rules>()

  constructor(outbound: Pick<Outbound, 'fetch'>, clock: Clock) {
    this.#outbound = outbound
    this.#clock = clock
  }

  /**
   * Whether an address may be read.
   *
   * @throws OutboundFailure if the rules cannot be fetched: then nothing on the site may be read
   */
  async allows(url: string, asker: Asker): Promise<boolean> {
    const { origin } = new URL(url)
    let rules = this.#sites.get(origin)
    if (!rules || this.#clock.now() - rules.readMs >= freshMs) {
      rules = await this.#fetching.run(origin, () => this.#rulesOf(origin, asker))
      this.#sites.set(origin, rules)
    }
    return rules.allows(url)
  }

  async #rulesOf(origin: string, asker: Asker): Promise<Rules> {
    const address = `${origin}/robots.txt`
    const { status, text } = await this.#outbound.fetch(asker, address, { anyStatus: true, maxBytes, timeoutMs })
    const readMs = this.#clock.now()
    // A site without the file has no rules; a failing one may have any.
    if (status >= 400 && status < 500 && status !== 429) return { readMs, allows: () => true }
    if (status !== 200)
      throw new OutboundFailure('status', `${origin} did not send its robots.txt (HTTP ${status}).`, { status })
    const parsed = parseRobots(address, text())
    return { readMs, allows: (url) => parsed.isAllowed(url, agent) !== false }
  }
}
