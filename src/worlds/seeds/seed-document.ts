import type { ApiError } from '../../runtime/base/errors.ts'
import { seedError } from './seed-error.ts'
import { readSeedText, type SeedText } from './seed-text.ts'

/** Where something is in a seed: keys and indexes from the root. */
export type SeedPath = readonly (string | number)[]

/** Something wrong in a seed, and where. */
export interface SeedFault {
  readonly path: SeedPath
  readonly message: string
}

const maxFaults = 20

/** A seed as it was given, which knows where its parts are if it was given as text. */
export class SeedDocument {
  readonly value: unknown
  readonly #places: SeedText['places'] | undefined

  constructor(value: unknown, places?: SeedText['places']) {
    this.value = value
    this.#places = places
  }

  /** @param text YAML or JSON @throws ApiError invalid_argument */
  static async read(text: string): Promise<SeedDocument> {
    const { value, places } = await readSeedText(text)
    return new SeedDocument(value, places)
  }

  /** The error for what is wrong in it; its message has the first fault, its details all. */
  error(faults: readonly SeedFault[]): ApiError {
    const details = faults.slice(0, maxFaults).map((fault) => ({
      path: pointerTo(fault.path),
      message: [...this.#whereOf(fault.path), fault.message].join(': '),
    }))
    return seedError(`${details[0]?.message}.`, details)
  }

  /** Line and column, the number of the call with its operation, and the rest of the path, as far as they are known. */
  #whereOf(path: SeedPath): string[] {
    const place = this.#placeOf(path)
    const call = path[0] === 'calls' && typeof path[1] === 'number' ? path[1] : undefined
    const parts = [
      place && `line ${place[0]}, column ${place[1]}`,
      call !== undefined && `call ${call + 1}${this.#operationOf(call)}`,
    ].filter((part) => typeof part === 'string')
    const rest = path.slice(call === undefined ? 0 : 2).join('.')
    return [parts.join(', '), rest].filter((part) => part !== '')
  }

  #operationOf(index: number): string {
    const { calls } = this.value as { calls?: unknown }
    const id: unknown = Array.isArray(calls) ? calls[index]?.call : undefined
    return typeof id === 'string' ? ` (${id.slice(0, 100)})` : ''
  }

  /** That of the deepest part of the path which the text has. */
  #placeOf(path: SeedPath): readonly [number, number] | undefined {
    for (let length = path.length; length >= 0; length--) {
      const place = this.#places?.get(pointerTo(path.slice(0, length)))
      if (place) return place
    }
    return undefined
  }
}

function pointerTo(path: SeedPath): string {
  return path.map((step) => `/${step}`).join('')
}
