import type { Readable } from 'node:stream'
import type { Log } from '../../base/log.ts'
import type { GroupLimits } from './cgroups.ts'

export type BoxEngine = 'bubblewrap' | 'docker' | 'podman'

/** The box of one account. */
export interface Box {
  /** Names its folder: lower-case letters, digits and underscores. */
  readonly id: string
  /** Tells the users of boxes apart; from 0 on, unique among the boxes of an instance. */
  readonly number: number
}

/** What the boxes of an instance may use, each for itself. */
export interface BoxLimits extends GroupLimits {
  /** Of everything under `/work` together. */
  readonly diskBytes: number
  /** Files and folders under `/work`. */
  readonly files: number
}

export interface BoxesOptions {
  readonly engine: BoxEngine
  readonly limits: BoxLimits
  /** Whether boxes have a network: all that the machine reaches, or that the engine gives to a container. */
  readonly hasNetwork: boolean
  /** The folder of all boxes, which is made when the first is used. */
  readonly folder: string
  /** Folders of the server that no box may see, where they are in what boxes see. */
  readonly hidden: readonly string[]
  /** The user of the box with number 0, where the server is root. */
  readonly firstUid: number
  /** The image of containers. */
  readonly image: string
  /** How many boxes work at a time. */
  readonly atOnce: number
  readonly log: Log
  /** The folders that programs are looked for in, as PATH has them. */
  readonly path: string
  /** The user that the server is taken for instead of root; for tests. */
  readonly asUser?: number
  /** Instead of trying whether there can be a disk for each box. */
  readonly hasDisks?: boolean
  /** How often a disk without a bound of its own is measured, in milliseconds; every second if not given. */
  readonly measureEveryMs?: number
  /** Where the kernel shows control groups. */
  readonly groupsRoot?: string
}

export interface BoxTask {
  readonly box: Box
  /** Run by bash. `5` is a descriptor that says words of its own, to be closed before anything of the account runs. */
  readonly script: string
  readonly args: readonly string[]
  /** What it reads from its standard input. */
  readonly stdin: string
  /** How many bytes are kept of the end of what it writes. */
  readonly maxOutputBytes: number
  readonly timeLimitS: number
  /** How large a file it may make. */
  readonly roomBytes: number
  readonly signal: AbortSignal
}

export interface BoxRun {
  /** What the script said on its descriptor 5: at most 256 characters. */
  readonly words: string
  /** 124 for a run that was over its time, 128 more than the signal for one that was ended by one. */
  readonly exitCode: number
  readonly isTimedOut: boolean
  /** The end of what was written to standard output and standard error. */
  readonly output: Buffer
  readonly durationMs: number
  /** What is under `/work` now; undefined where it could not be measured. */
  readonly usedBytes: number | undefined
  /** Whether it was ended because `/work` held more than it may, on a machine where its disk has no bound of its own. */
  readonly isOverfull: boolean
}

/** How it is with the boxes of this machine. */
export type BoxesState =
  | {
      readonly kind: 'works'
      /** One sentence about how boxes are confined. */
      readonly detail: string
      /** What this machine cannot limit: `memory`, `disk`. */
      readonly unlimited: readonly string[]
    }
  | { readonly kind: 'missing' /** One sentence: what to do. */; readonly reason: string }

/** The boxes of an instance on this machine: one for each account, in which its commands run. */
export interface Boxes {
  /** How it is, once that was tried. It is tried again after it failed. */
  state(): Promise<BoxesState>
  /** How it seems to be, without trying: what is installed, and what can be limited. */
  look(): Promise<BoxesState>
  /** What was found when it was tried. */
  readonly known: BoxesState | undefined
  /** How many runs there are. */
  readonly running: number
  /** How many wait for their turn. */
  readonly waiting: number
  /** How often a box did not start. */
  readonly failures: number
  /** What was wrong the last time that one did not start; undefined if all did. */
  readonly lastFailure: string | undefined
  /**
   * Runs a script in a box, one at a time in each.
   *
   * @throws ApiError not_configured where there is no confinement, rate_limited when too many wait, unavailable when the box
   * could not be started; the reason of the signal when it aborts
   */
  run(task: BoxTask): Promise<BoxRun>
  /** The content of `/work` as a tar file, made in the box. It fails as `run` does. */
  archive(box: Box, signal: AbortSignal): Promise<Readable>
  /**
   * Fills a box with what `archive` gave, in the box: what is in the archive can do there no more than a command could.
   *
   * @throws Error with what tar said where it does not fit; and as `run` does
   */
  fill(box: Box, tar: Readable, signal: AbortSignal): Promise<void>
  /** Whether the box has anything on this machine. */
  has(box: Box): Promise<boolean>
  /** Deletes all that a box holds. */
  remove(box: Box): Promise<void>
  /** Deletes what all boxes hold, whoever's they are, while none is in use. */
  clear(): Promise<void>
  /** Ends what runs. */
  close(): Promise<void>
}
