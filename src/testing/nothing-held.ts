import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { FairLimiter } from '../runtime/base/fair-limiter.ts'
import { BufferedBytes } from '../runtime/limits/buffered-bytes.ts'
import { InFlight } from '../runtime/limits/in-flight.ts'
import { StreamRights } from '../runtime/live/stream-access.ts'
import { onInterval } from './real-timers.ts'

/** Something that may be held. */
interface Watched {
  /** Where the product took it first. */
  readonly place: string
  /** How much of it is held now. */
  held(): number
}

/** By what counts it, by its timer, or by its process. */
const watched = new Map<object, Watched>()

/** Notes what the object of each call of a method holds. */
function watch<Owner extends object>(prototype: Owner, names: (keyof Owner)[], held: (owner: Owner) => number): void {
  for (const name of names) {
    const method = prototype[name] as (...args: unknown[]) => unknown
    prototype[name] = function (this: Owner, ...args: unknown[]) {
      if (!watched.has(this)) watched.set(this, { place: callingPlace(), held: () => held(this) })
      return method.apply(this, args)
    } as Owner[keyof Owner]
  }
}

watch(FairLimiter.prototype, ['take', 'tryTake'], ({ running, waiting }) => running + waiting)
watch(BufferedBytes.prototype, ['add', 'hold'], ({ total }) => total)
watch(InFlight.prototype, ['begin'], ({ running }) => running)
watch(StreamRights.prototype, ['watch'], ({ isEmpty }) => (isEmpty ? 0 : 1))

onInterval.seen = (timer: NodeJS.Timeout & { readonly _destroyed?: boolean }) => {
  watched.set(timer, { place: callingPlace(), held: () => (timer._destroyed ? 0 : 1) })
}

subscribe('child_process', (message) => {
  const { process: child } = message as { process: ChildProcess }
  watched.set(child, {
    get place() {
      return child.spawnargs.find((each) => each.includes('/src/') || each.includes('onedoor-browser-')) ?? ''
    },
    held: () => (child.pid !== undefined && child.exitCode === null && child.signalCode === null ? 1 : 0),
  })
})

/** The call that led here, outside of the files that watch. */
function callingPlace(): string {
  const frames = (new Error('here').stack ?? '').split('\n')
  return frames.find((each) => each.includes('/src/') && !watching.test(each))?.trim() ?? ''
}

const watching = /\/testing\/(?:nothing-held|real-timers)\.ts/

/** What only tests hold, and servers that they start as processes. */
const notProduct = /\/testing\/|\/fixtures\/|\.test\.ts|\/src\/(main|cli)\.ts$|^$/

/**
 * What the product holds in this process and has not returned: turns of limiters, buffered bytes, long responses, watched
 * streams, intervals and child processes, each with the place that took the first one.
 */
function held(): string[] {
  return [...watched.entries()]
    .map(([what, { place, held }]) => ({ name: what.constructor.name, place, count: held() }))
    .filter(({ place, count }) => count > 0 && !notProduct.test(place))
    .map(({ name, place, count }) => `${name} (${count}): ${place}`)
}

let servers = 0
let file: string | undefined

/**
 * To be called before a server starts.
 *
 * @returns a function to call when it has stopped, any number of times. It fails if the server left incoming bytes in its folder,
 * or the last of several servers anything else, as what the others hold cannot be distinguished. Cancelled calls have a moment
 * to end
 */
export function beginHolding(dataDir: string): () => Promise<void> {
  const { testPath } = expect.getState()
  if (testPath !== file) servers = 0
  file = testPath
  if (servers === 0) watched.clear()
  servers += 1
  let isOver = false
  return async () => {
    if (!isOver) servers -= 1
    isOver = true
    await vi.waitFor(async () => {
      const all = [...(servers === 0 ? held() : []), ...(await incomplete(dataDir))]
      if (all.length > 0) throw new Error(`The server has stopped, but these were not returned:\n${all.join('\n')}`)
    }, 10_000)
    if (servers === 0) watched.clear()
  }
}

/** Files with bytes that were arriving. */
async function incomplete(dataDir: string): Promise<string[]> {
  const files = await readdir(join(dataDir, 'blobs'), { recursive: true }).catch(() => [])
  return files.filter((file) => /arriving[/\\]./.test(file))
}
