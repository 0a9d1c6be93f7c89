import type { Migration } from '../../../store/types.ts'
import * as callLog from './20261126-11-call-log.ts'

/** Oldest first. */
export const callMigrations: readonly Migration[] = [{ name: '20261126-11-call-log', up: callLog.up }]
