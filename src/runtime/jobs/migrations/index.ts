import type { Migration } from '../../store/types.ts'
import * as jobs from './20261122-03-jobs.ts'

export const jobMigrations: readonly Migration[] = [{ name: '0023-jobs', up: jobs.up }]
