import type { Migration } from '#runtime/store/types.ts'
import * as events from './0031-events.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0031-events', up: events.up }]
