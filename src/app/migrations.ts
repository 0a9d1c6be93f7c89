import { frameworkMigrations } from '../framework/framework-migrations.ts'
import { accountMigrations } from '../runtime/accounts/migrations/index.ts'
import { alertMigrations } from '../runtime/alerts/migrations/index.ts'
import { approvalMigrations } from '../runtime/approvals/migrations/index.ts'
import { blobMigrations } from '../runtime/blobs/migrations/index.ts'
import { budgetMigrations } from '../runtime/budgets/migrations/index.ts'
import { busMigrations } from '../runtime/bus/migrations/index.ts'
import { callMigrations } from '../runtime/calls/log/migrations/index.ts'
import { jobMigrations } from '../runtime/jobs/migrations/index.ts'
import { limitMigrations } from '../runtime/limits/migrations/index.ts'
import { liveMigrations } from '../runtime/live/migrations/index.ts'
import { moneyMigrations } from '../runtime/money/migrations/index.ts'
import { programMigrations } from '../runtime/oauth/migrations/index.ts'
import { connectionMigrations } from '../runtime/outbound/connections/migrations/index.ts'
import { policyMigrations } from '../runtime/policy/migrations/index.ts'
import { searchMigrations } from '../runtime/search/migrations/index.ts'
import { quotaMigrations } from '../runtime/store/quota/migrations/index.ts'
import type { Migration } from '../runtime/store/types.ts'
import { byOthersMigration } from './by-others-migration.ts'
import { families } from './families.ts'

/** All migrations, from their owners, in the order of their names. */
export const migrations: readonly Migration[] = [
  ...accountMigrations,
  ...alertMigrations,
  ...approvalMigrations,
  ...policyMigrations,
  ...quotaMigrations,
  ...searchMigrations,
  ...blobMigrations,
  ...busMigrations,
  ...moneyMigrations,
  ...callMigrations,
  ...budgetMigrations,
  ...limitMigrations,
  ...liveMigrations,
  ...jobMigrations,
  ...connectionMigrations,
  ...programMigrations,
  ...frameworkMigrations,
  ...families.flatMap((family) => family.migrations ?? []),
  byOthersMigration,
].sort((a, b) => (a.name < b.name ? -1 : 1))
