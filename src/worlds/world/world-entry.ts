import type { Origin } from './template.ts'
import type { World } from './world.ts'
import type { WorldClock } from './world-clock.ts'

/** What is known of a world whether or not it is open. */
export interface Entry {
  readonly name: string
  readonly folder: string
  readonly clock: WorldClock
  /** Undefined until its folder is filled. */
  origin: Origin | undefined
  /** What parts of the sandbox remember of it, by what makes it; disposed with the world. */
  readonly states: Map<(name: string, isPublic: boolean) => object, State>
  /** Undefined while it is parked. */
  open: Promise<World> | undefined
  /** Undefined until it is open. */
  world: World | undefined
  /** How many asked for it a moment ago and do not use it yet. */
  asked: number
  /** Resolves when its last opening or parking has ended. */
  changing: Promise<unknown>
  usedAt: number
}

/** What a part of the sandbox remembers of a world. A snapshot has it if it can be put back. */
interface State extends Partial<Disposable> {
  /** @returns what puts it back to what it is now */
  remember?(): () => void
}

/** A moment of a world, besides its folder. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly clockMs: number
  readonly isFrozen: boolean
  /** Puts the states of the world back. */
  restore(): void
}

/** Whether it is open and nobody uses it. */
export function isIdle({ world, asked }: Entry): boolean {
  return asked === 0 && world?.isIdle === true
}

/** What a snapshot of it has to remember. */
export function momentOf({ clock, states }: Entry): Moment {
  const remembered = new Map([...states].flatMap(([make, state]) => (state.remember ? [[make, state.remember()]] : [])))
  return {
    clockMs: clock.now(),
    isFrozen: clock.isFrozen,
    restore() {
      for (const [make, state] of states) {
        if (!state.remember || remembered.has(make)) continue
        states.delete(make)
        state[Symbol.dispose]?.()
      }
      for (const restore of remembered.values()) restore()
    },
  }
}
