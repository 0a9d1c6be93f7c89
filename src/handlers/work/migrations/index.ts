import type { Migration } from '#runtime/store/types.ts'
import * as work from './20261122-40-work.ts'
import * as agent from './20261122-50-work-agent.ts'
import * as cancelled from './20261126-07-cancelled-work.ts'
import * as results from './20261126-21-work-results.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0078-work', up: work.up },
  { name: '0092-work-agent', up: agent.up },
  { name: '0107-cancelled-work', up: cancelled.up },
  { name: '0121-work-results', up: results.up },
]
