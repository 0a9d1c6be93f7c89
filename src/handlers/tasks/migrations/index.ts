import type { Migration } from '#runtime/store/types.ts'
import * as tasks from './20261121-06-tasks.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0006-tasks', up: tasks.up }]
