import type { Migration } from '#runtime/store/types.ts'
import * as events from './20261122-07-events.ts'
import * as eventPrompts from './20261122-38-event-prompts.ts'
import * as eventRules from './20261126-02-event-rules.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0031-events', up: events.up },
  { name: '0076-event-prompts', up: eventPrompts.up },
  { name: '20261126-02-event-rules', up: eventRules.up },
]
