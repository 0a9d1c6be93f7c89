import type { Operation } from '#generated/server/operations.ts'
import { addressesIn, webAddress } from './address-text.ts'
import { onlyReads } from './choices.ts'
import type { Arguments, Choice, DecidedOperation } from './types.ts'

/** What an operation returns decides whether the links in it count. */
type ReadOperation = DecidedOperation & Pick<Operation, 'foreignText'>

/** How many links of one site a run follows after it has read text by others. */
export const maxLinksOfSite = 3
/** How many addresses of results, and how many of arguments, a run remembers. */
const maxRemembered = 5000

/**
 * The links of a run that it may follow without asking. Each request of an address could carry data to its site. So only
 * addresses of a site count whose address the person gave, and that stood literally in what was read from an address. One
 * that the model has written into an argument does not count if a result repeats it: the model may have composed it.
 */
export class Links {
  readonly #seen = new Set<string>()
  readonly #composed = new Set<string>()
  readonly #sites: ReadonlySet<string>
  readonly #followed = new Map<string, number>()

  /** @param chosen what the person chose: their addresses name the sites */
  constructor(chosen: readonly Choice[]) {
    const written = chosen.map(({ object }) => object).filter((object) => addressesIn(object)[0] === object)
    this.#sites = new Set(written.map((object) => webAddress(object)?.host).filter((host) => host !== undefined))
  }

  /** Remembers the addresses in the arguments of a call, which the model may have composed. */
  composed(args: Arguments): void {
    if (this.#sites.size === 0) return
    for (const text of textsIn(args)) {
      for (const address of [text, ...addressesIn(text)]) {
        const href = this.#ofSite(address)
        if (href !== undefined && this.#composed.size < maxRemembered) this.#composed.add(href)
      }
    }
  }

  /** Remembers the addresses in the result of a call that succeeded, if it read them from an address. */
  saw(operation: ReadOperation, text: string): void {
    if (this.#sites.size === 0 || !operation.foreignText || !isReadOf(operation)) return
    for (const address of addressesIn(text)) {
      if (this.#seen.size >= maxRemembered || this.#composed.size >= maxRemembered) return
      const href = this.#ofSite(address)
      if (href !== undefined && !this.#composed.has(href)) this.#seen.add(href)
    }
  }

  #ofSite(address: string): string | undefined {
    const url = webAddress(address)
    return url && this.#sites.has(url.host) ? url.href : undefined
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

/** Every text in arguments. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
