import type { Migration } from '#runtime/store/types.ts'
import * as docs from './0005-docs.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0005-docs', up: docs.up }]
