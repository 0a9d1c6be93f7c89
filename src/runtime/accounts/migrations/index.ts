import type { Migration } from '../../store/types.ts'
import * as identity from './20261121-01-identity.ts'
import * as sessions from './20261121-11-sessions.ts'
import * as administered from './20261122-01-administered.ts'
import * as closedAccounts from './20261122-19-closed-accounts.ts'
import * as audit from './20261122-22-audit.ts'
import * as exported from './20261122-34-exports.ts'
import * as programGrants from './20261122-35-program-grants.ts'
import * as taintedCredentials from './20261126-02-tainted-credentials.ts'
import * as mixedTokens from './20261126-04-mixed-tokens.ts'
import * as oidc from './20261126-20-oidc.ts'
import * as secondFactor from './20261127-01-second-factor.ts'
import * as announcement from './20261127-02-announcement.ts'
import * as quota from './20261127-41-quota.ts'
import * as impersonation from './20261127-50-impersonation.ts'

/** Oldest first. */
export const accountMigrations: readonly Migration[] = [
  { name: '0001-identity', up: identity.up },
  { name: '0011-sessions', up: sessions.up },
  { name: '0019-administered', up: administered.up },
  { name: '0042-closed-accounts', up: closedAccounts.up },
  { name: '0049-audit', up: audit.up },
  { name: '0071-exports', up: exported.up },
  { name: '0073-program-grants', up: programGrants.up },
  { name: '0102-tainted-credentials', up: taintedCredentials.up },
  { name: '20261126-04-mixed-tokens', up: mixedTokens.up },
  { name: '20261126-20-oidc', up: oidc.up },
  { name: '20261127-01-second-factor', up: secondFactor.up },
  { name: '20261127-02-announcement', up: announcement.up },
  { name: '20261127-41-quota', up: quota.up },
  { name: '20261127-50-impersonation', up: impersonation.up },
]
