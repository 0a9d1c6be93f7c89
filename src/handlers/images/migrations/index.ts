import type { Migration } from '#runtime/store/types.ts'
import * as images from './20261122-29-images.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0066-images', up: images.up }]
