import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'

const windowMs = 60_000
/** More than any filter waits for; a flood from one address must not fill the log. */
const maxPerAddress = 20
const maxLines = 1000

/**
 * Logs the addresses that send rejected tokens, without the tokens, so that a firewall can block them: at most 20 lines
 * a minute for one address, and 1,000 for all.
 */
export class RejectedTokens {
  readonly #log: Pick<Log, 'warn'> | undefined
  readonly #clock: Clock
  readonly #linesOf = new Map<string, number>()
  #lines = 0
  #since = Number.NEGATIVE_INFINITY

  constructor({ log, clock }: { readonly log: Pick<Log, 'warn'> | undefined; readonly clock: Clock }) {
    this.#log = log
    this.#clock = clock
  }

  /** @param address the IP address that sent it */
  note(address: string): void {
    const now = this.#clock.now()
    if (Math.abs(now - this.#since) >= windowMs) {
      this.#since = now
      this.#lines = 0
      this.#linesOf.clear()
    }
    const lines = this.#linesOf.get(address) ?? 0
    if (lines >= maxPerAddress || this.#lines >= maxLines) return
    this.#linesOf.set(address, lines + 1)
    this.#lines += 1
    this.#log?.warn({ address }, 'token rejected')
  }
}
