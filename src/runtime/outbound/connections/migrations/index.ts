import type { Migration } from '../../../store/types.ts'
import * as connections from './20261122-12-connections.ts'

/** Oldest first. */
export const connectionMigrations: readonly Migration[] = [{ name: '0036-connections', up: connections.up }]
