import type { Migration } from '#runtime/store/types.ts'
import * as tasks from './0006-tasks.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0006-tasks', up: tasks.up }]
