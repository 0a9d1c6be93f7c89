import type { Box, BoxesState } from './types.ts'

/** What a run in a box needs, whatever confines it. */
export interface Launch {
  readonly box: Box
  readonly command: readonly string[]
  /** How many bytes are kept of the end of the output; 0 for all of it, without standard error. */
  readonly tailBytes: number
  readonly timeLimitS: number
  readonly fileBytes: number
}

/** A process that runs a launch. On descriptors 3 and 4 it tells what the launcher and the box have to say. */
export interface Started {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Called when it is over, however it ended. */
  done(): Promise<{ readonly ranOutOfMemory: boolean }>
  /** Ends what the end of the process does not end. */
  kill?(): Promise<void>
}

/** One way to confine. */
export interface Engine {
  /** What can be said of this machine before the first run, and whether there is no point in one. */
  readonly state: BoxesState
  prepare(launch: Launch): Promise<Started>
  /** What a box has on its disk now, where disks have no bound of their own. */
  measure?(box: Box): Promise<{ readonly bytes: number; readonly files: number }>
  has(box: Box): Promise<boolean>
  remove(box: Box): Promise<void>
  /** Deletes what all boxes hold. */
  clear(): Promise<void>
}
