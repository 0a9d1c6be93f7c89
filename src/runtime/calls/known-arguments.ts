import type { Operation } from '#generated/server/operations.ts'
import { BoundedMap } from '../base/bounded-map.ts'
import { checkArguments } from './arguments.ts'
import type { Contract, Found } from './contract.ts'
import type { IncomingCall } from './incoming.ts'

/** Addresses in one generation. Many ask the same things of the open methods. */
const maxKept = 1000
const maxChars = 300

type Args = Record<string, unknown>

/**
 * The arguments of calls. Those of open methods are kept by the address that they came in, query included: what was right once is
 * neither parsed nor checked again. Those who ask with the same text get the same object, which is frozen.
 */
export class KnownArguments {
  readonly #contract: Pick<Contract, 'faultsOfParameters' | 'faultsOfBody'>
  readonly #kept = new BoundedMap<string, { readonly operationId: string; readonly args: Args }>(maxKept)

  constructor(contract: Pick<Contract, 'faultsOfParameters' | 'faultsOfBody'>) {
    this.#contract = contract
  }

  /**
   * The checked arguments of a call.
   *
   * @param base64 name of an argument that may be decoded on the way
   * @throws ApiError invalid_argument
   */
  of(
    call: Pick<IncomingCall, 'target' | 'readArguments'>,
    found: Found,
    operation: Operation,
    base64?: string,
  ): Args | Promise<Args> {
    const { target } = call
    const address = target !== undefined && isKept(operation, target) ? target : undefined
    const known = address === undefined ? undefined : this.#kept.get(address)
    if (known?.operationId === operation.id) return known.args
    const raw = call.readArguments(found, base64)
    if (raw instanceof Promise) return raw.then((read) => checkArguments(this.#contract, operation, read))
    const args = checkArguments(this.#contract, operation, raw)
    if (address === undefined) return args
    for (const name in args) if (Array.isArray(args[name])) Object.freeze(args[name])
    this.#kept.set(address, { operationId: operation.id, args: Object.freeze(args) })
    return args
  }
}

/** What is asked of a method that needs a caller concerns that caller, and is not kept. */
function isKept({ verb, needs }: Operation, target: string): boolean {
  return needs === 'open' && verb === 'GET' && target.length <= maxChars
}
