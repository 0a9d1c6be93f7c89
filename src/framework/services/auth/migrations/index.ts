import type { Migration } from '#runtime/store/types.ts'
import * as auth from './20261121-14-auth.ts'

/** Oldest first. */
export const authMigrations: readonly Migration[] = [{ name: '0014-auth', up: auth.up }]
