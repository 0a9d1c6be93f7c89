import type { Box, BoxesState } from './types.ts'

/** What a run in a box needs, with any engine. */
export interface Launch {
  readonly box: Box
  readonly command: readonly string[]
  /** How many bytes of the end of the output to return; 0 for all of it, without standard error. */
  readonly tailBytes: number
  readonly timeLimitS: number
  readonly fileBytes: number
}

/** A process that runs a launch. Descriptors 3 and 4 carry the reports of the launcher and the box. */
export interface Started {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Called when it has ended in any way. */
  done(): Promise<{ readonly ranOutOfMemory: boolean }>
  /** Ends the command as its own time limit would. SIGALRM to the group of the process does if this is missing. */
  timeOut?(): Promise<void>
  /** Ends what does not end with the process. */
  kill?(): Promise<void>
}

/** One way to confine boxes. */
export interface Engine {
  /** What is known about this machine before the first run, and whether a run cannot work. */
  readonly state: BoxesState
  prepare(launch: Launch): Promise<Started>
  /** The current size of a box's files, for disks without a fixed size. */
  measure?(box: Box): Promise<{ readonly bytes: number; readonly files: number }>
  has(box: Box): Promise<boolean>
  remove(box: Box): Promise<void>
  /** Deletes the files of all boxes. */
  clear(): Promise<void>
}
