import type { Migration } from '../../store/types.ts'
import * as ledger from './0009-ledger.ts'
import * as payments from './0010-payments.ts'
import * as spending from './0043-spending.ts'
import * as holds from './0087-holds.ts'

/** Oldest first. */
export const moneyMigrations: readonly Migration[] = [
  { name: '0009-ledger', up: ledger.up },
  { name: '0010-payments', up: payments.up },
  { name: '0043-spending', up: spending.up },
  { name: '0087-holds', up: holds.up },
]
