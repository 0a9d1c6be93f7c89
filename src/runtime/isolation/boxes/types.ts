import type { Log } from '../../base/log.ts'
import type { GroupLimits } from './cgroups.ts'

export type BoxEngine = 'bubblewrap' | 'docker' | 'podman'

/** The box of one account. */
export interface Box {
  /** Names its folder: lower-case letters, digits and underscores. */
  readonly id: string
  /** Determines the user of the box: from 0 on, unique among the boxes of an instance. */
  readonly number: number
}

/** The limits of each box of an instance. */
export interface BoxLimits extends GroupLimits {
  /** Everything under `/work` together. */
  readonly diskBytes: number
  /** Files and folders under `/work`. */
  readonly files: number
}

export interface BoxesOptions {
  readonly engine: BoxEngine
  readonly limits: BoxLimits
  /** Whether boxes have a network: everything the machine can reach, or what the engine gives a container. */
  readonly hasNetwork: boolean
  /** The folder of all boxes, created at the first use. */
  readonly folder: string
  /** Folders of the server that no box may see, if they are below a folder that boxes see. */
  readonly hidden: readonly string[]
  /** The user of the box with number 0, if the server is root. */
  readonly firstUid: number
  /** The image of containers. */
  readonly image: string
  /** How many boxes run concurrently. */
  readonly atOnce: number
  readonly log: Log
  /** The folders to look for programs in, in the format of PATH. */
  readonly path: string
  /** The user to assume for the server instead of root; for tests. */
  readonly asUser?: number
  /** Overrides the check whether each box can have its own disk. */
  readonly hasDisks?: boolean
  /** How often a disk without a fixed size is measured, in milliseconds; every second if not given. */
  readonly measureEveryMs?: number
  /** How long a command waits for one of the same account in another process, in seconds; 30 if not given. */
  readonly lockWaitS?: number
  /** The mount point of control groups. */
  readonly groupsRoot?: string
}

export interface BoxTask {
  readonly box: Box
  /** Run by bash. It may report words on descriptor `5`, to be closed before anything of the account runs. */
  readonly script: string
  readonly args: readonly string[]
  /** Its standard input. */
  readonly stdin: string
  /** How many bytes of the end of its output to return. */
  readonly maxOutputBytes: number
  readonly timeLimitS: number
  /** The largest file that it may write. */
  readonly roomBytes: number
  readonly signal: AbortSignal
}

export interface BoxRun {
  /** What the script reported on its descriptor 5: at most 256 characters. */
  readonly words: string
  /** 124 for a run that exceeded its time limit, 128 plus the signal for one that a signal ended. */
  readonly exitCode: number
  readonly isTimedOut: boolean
  /** The end of standard output and standard error. */
  readonly output: Buffer
  readonly durationMs: number
  /** The size of `/work` now; undefined if it could not be measured. */
  readonly usedBytes: number | undefined
  /** Whether it was ended because `/work` exceeded its limit, on a machine without disks of a fixed size. */
  readonly isOverfull: boolean
}

/** The state of the boxes on this machine. */
export type BoxesState =
  | {
      readonly kind: 'works'
      /** One sentence about how boxes are confined. */
      readonly detail: string
      /** What this machine cannot limit: `memory`, `disk`. */
      readonly unlimited: readonly string[]
    }
  | { readonly kind: 'missing' /** One sentence: what to do. */; readonly reason: string }
