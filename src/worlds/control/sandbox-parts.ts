import type { Worlds } from '../world/worlds.ts'

/** What the operations of a sandbox work on. */
export interface SandboxParts {
  readonly worlds: Worlds
  /** Whether it is open to people who do not trust each other. */
  readonly isPublic: boolean
  /** The time at which the clock of a new world starts, epoch milliseconds. */
  startMs(): number
}
