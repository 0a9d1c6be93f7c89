import { addressesIn, webAddress } from './address-text.ts'
import { onlyReads } from './choices.ts'
import type { Arguments, Choice, DecidedOperation } from './types.ts'

/** How many links of one site a run follows after it has read text by others. */
export const maxLinksOfSite = 3
/** How many addresses of results a run remembers. */
const maxSeen = 5000

/**
 * The links of a run that it may follow without asking. Each request of an address could carry data to its site, so only
 * addresses count that stood literally in a result and were not composed by the model, and only those of a site whose
 * address the person gave.
 */
export class Links {
  readonly #seen = new Set<string>()
  readonly #sites: ReadonlySet<string>
  readonly #followed = new Map<string, number>()

  /** @param chosen what the person chose: their addresses name the sites */
  constructor(chosen: readonly Choice[]) {
    this.#sites = new Set(chosen.map(({ object }) => webAddress(object)?.host).filter((host) => host !== undefined))
  }

  /** Remembers the addresses in a result. */
  saw(text: string): void {
    if (this.#sites.size === 0) return
    for (const address of addressesIn(text)) {
      if (this.#seen.size >= maxSeen) return
      const url = webAddress(address)
      if (url && this.#sites.has(url.host)) this.#seen.add(url.href)
    }
  }

  /**
   * Whether a call follows such a link. If so, it is counted.
   *
   * @returns the choice that allows the call
   */
  follow(operation: DecidedOperation, args: Arguments): Choice | undefined {
    const name = Object.entries(operation.argumentKinds).find(([, kind]) => kind === 'address')?.[0]
    const address = name === undefined ? undefined : args[name]
    if (typeof address !== 'string' || !isReadOf(operation)) return undefined
    const url = webAddress(address)
    if (!url || !this.#seen.has(url.href)) return undefined
    const count = (this.#followed.get(url.host) ?? 0) + 1
    if (count > maxLinksOfSite) return undefined
    this.#followed.set(url.host, count)
    return { operation: operation.id, object: address }
  }
}

/** Whether the operation requests an address, and stores nothing. */
function isReadOf(operation: DecidedOperation): boolean {
  const { effects } = operation
  return onlyReads(operation) && effects.includes('leaves the instance') && !effects.includes('creates own')
}
