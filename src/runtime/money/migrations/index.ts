import type { Migration } from '../../store/types.ts'
import * as ledger from './20261121-09-ledger.ts'
import * as payments from './20261121-10-payments.ts'
import * as spending from './20261122-20-spending.ts'
import * as holds from './20261122-47-holds.ts'

/** Oldest first. */
export const moneyMigrations: readonly Migration[] = [
  { name: '0009-ledger', up: ledger.up },
  { name: '0010-payments', up: payments.up },
  { name: '0043-spending', up: spending.up },
  { name: '0087-holds', up: holds.up },
]
