import type { Migration } from '#runtime/store/types.ts'
import * as kv from './20261121-15-kv.ts'

/** Oldest first. */
export const storeMigrations: readonly Migration[] = [{ name: '0015-kv', up: kv.up }]
