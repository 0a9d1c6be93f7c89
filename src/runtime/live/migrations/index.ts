import type { Migration } from '../../store/types.ts'
import { up as live } from './20261122-05-live.ts'

/** The steps of the schema for open streams. */
export const liveMigrations: readonly Migration[] = [{ name: '0025-live', up: live }]
