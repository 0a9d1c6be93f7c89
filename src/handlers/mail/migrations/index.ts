import type { Migration } from '#runtime/store/types.ts'
import * as mail from './0080-mail.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0080-mail', up: mail.up }]
