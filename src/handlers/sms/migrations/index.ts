import type { Migration } from '#runtime/store/types.ts'
import * as sms from './0085-sms.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [{ name: '0085-sms', up: sms.up }]
