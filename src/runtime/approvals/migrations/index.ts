import type { Migration } from '../../store/types.ts'
import * as approvals from './20261126-approvals.ts'

export const approvalMigrations: readonly Migration[] = [{ name: '0103-approvals', up: approvals.up }]
