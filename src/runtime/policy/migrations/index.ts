import type { Migration } from '../../store/types.ts'
import * as rules from './20261126-10-rules.ts'

export const policyMigrations: readonly Migration[] = [{ name: '0110-rules', up: rules.up }]
