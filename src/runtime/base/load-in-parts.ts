import { createRequire } from 'node:module'
import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'

const requireModule = createRequire(import.meta.url)

/** Loads one part, synchronously or with a promise. */
export type Load = () => unknown

/** The longest rest after a part, in milliseconds: a stalled machine must not keep the first caller waiting. */
const maxRestMs = 60

interface Resting {
  /** Milliseconds of any clock that never goes back. */
  readonly now: () => number
  readonly rest: (ms: number) => Promise<unknown>
}

/**
 * Loads modules while others are served. To load one, with all that it imports, and to run it cannot be interrupted, so after
 * each part the event loop is left to others for as long as the part kept it, because a call of theirs takes several turns.
 *
 * @param parts the deepest first, so that each finds loaded what it imports
 */
export async function loadInParts(
  parts: readonly Load[],
  { now, rest }: Resting = { now: () => performance.now(), rest: pause },
): Promise<void> {
  for (const load of parts) {
    const beganAt = now()
    await load()
    await rest(Math.min(Math.ceil(now() - beganAt), maxRestMs))
  }
}

/** The same for modules that are told by their names: those of Node, and files of installed packages in CommonJS. */
export async function requireInParts(names: readonly string[]): Promise<void> {
  await loadInParts(names.map((name) => () => requireModule(name)))
}
