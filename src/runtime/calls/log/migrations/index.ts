import type { Migration } from '../../../store/types.ts'
import * as callLog from './20261126-11-call-log.ts'
import * as traffic from './20261127-11-traffic.ts'
import * as callLogBlocks from './20261127-31-call-log-blocks.ts'

/** Oldest first. */
export const callMigrations: readonly Migration[] = [
  { name: '20261126-11-call-log', up: callLog.up },
  { name: '20261127-11-traffic', up: traffic.up },
  { name: '20261127-31-call-log-blocks', up: callLogBlocks.up },
]
