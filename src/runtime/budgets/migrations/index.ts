import type { Migration } from '../../store/types.ts'
import * as budgets from './20261126-06-budgets.ts'

/** Oldest first. */
export const budgetMigrations: readonly Migration[] = [{ name: '0106-budgets', up: budgets.up }]
