import type { Migration } from '#runtime/store/types.ts'
import * as events from './20261122-07-events.ts'
import * as eventPrompts from './20261122-38-event-prompts.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0031-events', up: events.up },
  { name: '0076-event-prompts', up: eventPrompts.up },
]
