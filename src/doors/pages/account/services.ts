import type { Request, Response } from 'express'
import type { Accounts } from '#runtime/accounts/accounts.ts'
import type { Administered } from '#runtime/accounts/administered.ts'
import type { AuditAction, AuditEntry, AuditLog } from '#runtime/accounts/audit.ts'
import type { Credentials } from '#runtime/accounts/credentials.ts'
import type { Csrf } from '#runtime/accounts/csrf.ts'
import type { Exports } from '#runtime/accounts/exports.ts'
import type { Invites } from '#runtime/accounts/invites.ts'
import type { Passkeys } from '#runtime/accounts/passkeys.ts'
import type { Profiles } from '#runtime/accounts/profiles.ts'
import type { Sessions } from '#runtime/accounts/sessions.ts'
import type { accountSettings } from '#runtime/accounts/settings.ts'
import type { SetupLinks } from '#runtime/accounts/setup-links.ts'
import type { Tokens } from '#runtime/accounts/tokens.ts'
import type { Clock } from '#runtime/base/clock.ts'
import type { Log } from '#runtime/base/log.ts'
import type { Values } from '#runtime/base/setting.ts'
import type { Calls } from '#runtime/calls/pipeline.ts'
import type { JobDesk } from '#runtime/jobs/dead-jobs.ts'
import type { Finding } from '#runtime/kit/finding.ts'
import type { InFlight } from '#runtime/limits/in-flight.ts'
import type { IncomingBytes } from '#runtime/limits/incoming-bytes.ts'
import type { Ledger } from '#runtime/money/ledger.ts'
import type { OAuth } from '#runtime/oauth/oauth.ts'
import type { Connections } from '#runtime/outbound/connections/connections.ts'
import type { Store } from '#runtime/store/types.ts'
import type { StoredByService } from './stored.ts'

/** The fields of an audit entry that do not identify the visitor. */
export type AuditFacts = Pick<AuditEntry, 'actor' | 'subject' | 'detail'>

/** What the pages of accounts use. */
export interface AccountServices {
  readonly accounts: Accounts
  readonly administered: Administered
  readonly calls: Pick<Calls, 'run'>
  readonly audit: Pick<AuditLog, 'page'>
  /** The large bodies that are being received. */
  readonly arriving: IncomingBytes
  readonly clock: Clock
  readonly connections: Pick<Connections, 'list' | 'begin' | 'finish' | 'disconnect'>
  readonly credentials: Credentials
  readonly csrf: Csrf
  readonly exports: Omit<Exports, 'job' | 'purge'>
  /** The state of the machine resources that families need. */
  readonly health: () => Promise<readonly Finding[]>
  readonly inFlight: InFlight
  readonly invites: Invites
  readonly jobs: JobDesk
  readonly ledger: Pick<Ledger, 'balance' | 'grant' | 'entries' | 'spendingByMethod'>
  readonly log: Log
  readonly oauth: OAuth
  readonly passkeys: Passkeys
  readonly profiles: Profiles
  readonly sessions: Sessions
  readonly setupLinks: SetupLinks
  readonly storedBy: StoredByService
  readonly store: Pick<Store, 'ping' | 'dialect'>
  readonly tokens: Tokens
  /** The services that a token can name. */
  readonly serviceNames: readonly string[]
  /** Who may create an account: anyone, people with an invitation, or nobody. */
  readonly signUp: Values<typeof accountSettings>['signUp']
  /** Whether calls cost credits. */
  readonly usesCredits: boolean
  /** The public address, without a slash at its end. */
  readonly baseUrl: string
  /**
   * Counts an attempt to sign in or to sign up.
   *
   * @throws ApiError rate_limited
   */
  countAttempt(req: Request): Promise<void>
  /** Records an action of the visitor. Never rejects. */
  record(res: Response, action: AuditAction, about?: AuditFacts): Promise<void>
}
