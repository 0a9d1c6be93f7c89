import type { Migration } from '#runtime/store/types.ts'
import * as boxes from './20261122-42-shell-boxes.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0083-shell-boxes', up: boxes.up }]
