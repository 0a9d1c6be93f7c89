import type { Migration } from '../../store/types.ts'
import * as alerts from './20261127-10-alerts.ts'

/** Oldest first. */
export const alertMigrations: readonly Migration[] = [{ name: '20261127-10-alerts', up: alerts.up }]
