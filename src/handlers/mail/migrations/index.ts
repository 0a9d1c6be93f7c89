import type { Migration } from '#runtime/store/types.ts'
import * as mail from './20261122-41-mail.ts'
import * as recall from './20261123-01-mail-recall.ts'
import * as policies from './20261126-03-mail-policies.ts'

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: '0080-mail', up: mail.up },
  { name: '0089-mail-recall', up: recall.up },
  { name: '20261126-03-mail-policies', up: policies.up },
]
