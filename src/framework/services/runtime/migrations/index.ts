import type { Migration } from '#runtime/store/types.ts'
import * as runtime from './20261121-17-runtime.ts'

/** Oldest first. */
export const runtimeMigrations: readonly Migration[] = [{ name: '0017-runtime', up: runtime.up }]
