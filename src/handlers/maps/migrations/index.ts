import type { Migration } from '#runtime/store/types.ts'
import * as tiles from './20261122-23-map-tiles.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0057-map-tiles', up: tiles.up }]
