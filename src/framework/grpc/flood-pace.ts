import type { Socket } from 'node:net'

/** How long an address counts as flooding after it last did. */
const forgottenAfterMs = 10_000
/** Addresses that flood at a time. With more of them, the next ones are served as any other. */
const maxFlooding = 1000
/** Waiting connections from which those are sorted out that were given up. */
const maxWaiting = 512

interface Flooding {
  floodedAt: number
  servedAt: number
  waiting: Waiting[]
  timer: NodeJS.Timeout | undefined
}

interface Waiting {
  readonly socket: Pick<Socket, 'destroyed'>
  readonly serve: () => void
}

/**
 * Serves the HTTP/2 connections of an address that floods one at a time, with a pause after each: the first bytes of one may
 * open several hundred streams, whose client has given them up when they are read. They are not refused, since others may
 * have the same address, behind a proxy or a provider's gateway.
 */
export class FloodPace {
  readonly #pauseMs: number
  readonly #now: () => number
  readonly #byAddress = new Map<string, Flooding>()

  /** @param pauseMs between two connections of an address that floods */
  constructor(pauseMs: number, now: () => number = () => performance.now()) {
    this.#pauseMs = pauseMs
    this.#now = now
  }

  /** How many addresses count as flooding. */
  get flooding(): number {
    return this.#byAddress.size
  }

  /** How many connections wait, those that were given up among them. */
  get waiting(): number {
    return [...this.#byAddress.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /** Notes that a connection of this address flooded. */
  note(address: string): void {
    const known = this.#byAddress.get(address)
    const now = this.#now()
    if (known) {
      known.floodedAt = now
      return
    }
    if (this.#byAddress.size >= maxFlooding) this.#forgetSome()
    if (this.#byAddress.size >= maxFlooding) return
    this.#byAddress.set(address, { floodedAt: now, servedAt: now, waiting: [], timer: undefined })
  }

  /** Serves a connection, at once unless its address floods. One that is given up meanwhile is not served. */
  take(address: string, socket: Waiting['socket'], serve: () => void): void {
    const flooding = this.#byAddress.get(address)
    if (!flooding || this.#isOver(flooding)) {
      this.#byAddress.delete(address)
      serve()
      return
    }
    flooding.waiting.push({ socket, serve })
    if (flooding.waiting.length > maxWaiting)
      flooding.waiting = flooding.waiting.filter((each) => !each.socket.destroyed)
    this.#plan(flooding)
  }

  #plan(flooding: Flooding): void {
    flooding.timer ??= setTimeout(
      () => {
        flooding.timer = undefined
        this.#serveNext(flooding)
      },
      Math.max(0, flooding.servedAt + this.#pauseMs - this.#now()),
    ).unref()
  }

  #serveNext(flooding: Flooding): void {
    const { waiting } = flooding
    const next = waiting.findIndex(({ socket }) => !socket.destroyed)
    const [served] = waiting.splice(0, next < 0 ? waiting.length : next + 1).slice(-1)
    if (next < 0) return
    flooding.servedAt = this.#now()
    if (waiting.length > 0) this.#plan(flooding)
    served?.serve()
  }

  #isOver({ floodedAt, waiting }: Flooding): boolean {
    return waiting.length === 0 && this.#now() - floodedAt > forgottenAfterMs
  }

  #forgetSome(): void {
    for (const [address, flooding] of this.#byAddress) if (this.#isOver(flooding)) this.#byAddress.delete(address)
  }
}
