import type { Migration } from '#runtime/store/types.ts'
import * as events from './20261121-16-events.ts'

/** Oldest first. */
export const eventsMigrations: readonly Migration[] = [{ name: '0016-events', up: events.up }]
