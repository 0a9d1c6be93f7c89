import type { Migration } from '#runtime/store/types.ts'
import * as stream from './0032-stream.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0032-stream', up: stream.up }]
