import type { Migration } from '../../store/types.ts'
import * as ledger from './0009-ledger.ts'
import * as payments from './0010-payments.ts'
import * as spending from './0043-spending.ts'

/** Oldest first. */
export const moneyMigrations: readonly Migration[] = [
  { name: '0009-ledger', up: ledger.up },
  { name: '0010-payments', up: payments.up },
  { name: '0043-spending', up: spending.up },
]
