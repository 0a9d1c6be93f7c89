import type { Migration } from '#runtime/store/types.ts'
import * as shots from './20261122-43-browser-shots.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0084-browser-shots', up: shots.up }]
