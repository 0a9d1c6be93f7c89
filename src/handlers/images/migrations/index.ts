import type { Migration } from '#runtime/store/types.ts'
import * as images from './20261122-29-images.ts'
import * as byOthers from './20261127-32-images-by-others.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0066-images', up: images.up },
  { name: '20261127-32-images-by-others', up: byOthers.up },
]
