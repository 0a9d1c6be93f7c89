import type { Migration } from '#runtime/store/types.ts'
import * as sms from './20261122-44-sms.ts'
import * as failures from './20261122-49-sms-failures.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0085-sms', up: sms.up },
  { name: '0091-sms-failures', up: failures.up },
]
