import type { Migration } from '#runtime/store/types.ts'
import * as tiles from './0057-map-tiles.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0057-map-tiles', up: tiles.up }]
