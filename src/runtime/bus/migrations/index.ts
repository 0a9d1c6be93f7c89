import type { Migration } from '../../store/types.ts'
import * as bus from './20261122-04-bus.ts'

/** Oldest first. */
export const busMigrations: readonly Migration[] = [{ name: '0024-bus', up: bus.up }]
