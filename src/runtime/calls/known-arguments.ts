import type { Operation } from '#generated/server/operations.ts'
import { BoundedMap } from '../base/bounded-map.ts'
import type { IncomingCall } from './incoming.ts'

/** Addresses in one generation. Many ask the same things of the open methods. */
const maxKept = 1000
const maxChars = 300

type Args = Record<string, unknown>

/**
 * Checked arguments of open methods by the address that they came in, query included: what was right once is neither parsed nor
 * checked again. Those who ask with the same text get the same object, which is frozen.
 */
export class KnownArguments {
  readonly #kept = new BoundedMap<string, { readonly operationId: string; readonly args: Args }>(maxKept)

  get(operation: Operation, { target }: Pick<IncomingCall, 'target'>): Args | undefined {
    if (target === undefined || !isKept(operation, target)) return undefined
    const known = this.#kept.get(target)
    return known?.operationId === operation.id ? known.args : undefined
  }

  /** Keeps arguments that have been checked, if they may be kept. Returns them. */
  keep(operation: Operation, { target }: Pick<IncomingCall, 'target'>, args: Args): Args {
    if (target === undefined || !isKept(operation, target)) return args
    for (const name in args) if (Array.isArray(args[name])) Object.freeze(args[name])
    this.#kept.set(target, { operationId: operation.id, args: Object.freeze(args) })
    return args
  }
}

/** What is asked of a method that needs a caller concerns that caller, and is not kept. */
function isKept({ verb, needs }: Operation, target: string): boolean {
  return needs === 'open' && verb === 'GET' && target.length <= maxChars
}
