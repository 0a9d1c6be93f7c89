import type { Migration } from '#runtime/store/types.ts'
import * as stream from './20261122-08-stream.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0032-stream', up: stream.up }]
