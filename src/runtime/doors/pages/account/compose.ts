import type { Calls } from '../../../calls/pipeline.ts'
import type { Clock } from '../../../clock.ts'
import type { Config } from '../../../config.ts'
import type { Accounts } from '../../../identity/accounts.ts'
import { archiveIn } from '../../../identity/archive.ts'
import { credentialsIn } from '../../../identity/credentials.ts'
import type { Csrf } from '../../../identity/csrf.ts'
import { invitesIn } from '../../../identity/invites.ts'
import type { OwnedTable } from '../../../identity/owned.ts'
import { passkeysIn } from '../../../identity/passkeys.ts'
import { profilesIn } from '../../../identity/profiles.ts'
import type { Sessions } from '../../../identity/sessions.ts'
import { setupLinksIn } from '../../../identity/setup-links.ts'
import type { Tokens } from '../../../identity/tokens.ts'
import { clientAddress } from '../../../limits/client-address.ts'
import type { Limits } from '../../../limits/limits.ts'
import type { Log } from '../../../log.ts'
import type { Ledger } from '../../../money/ledger.ts'
import type { Store } from '../../../store/types.ts'
import type { AccountServices } from './services.ts'

/** What of a running server the pages of accounts stand on. */
interface Foundations {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly config: Pick<Config, 'signUp' | 'trustedProxies'>
  readonly accounts: Accounts
  readonly calls: Pick<Calls, 'take'>
  readonly tokens: Tokens
  readonly sessions: Sessions
  readonly csrf: Csrf
  readonly ledger: Ledger
  readonly limits: Pick<Limits, 'signIn'>
  readonly ownedTables: readonly OwnedTable[]
  readonly serviceNames: readonly string[]
  readonly baseUrl: () => string
}

/** Puts together what the pages of accounts work with. */
export function accountServices(foundations: Foundations): AccountServices {
  const { store, clock, config, accounts, sessions, limits, ownedTables, baseUrl } = foundations
  return {
    ...foundations,
    archive: archiveIn({ store, clock, tables: ownedTables }),
    credentials: credentialsIn({ store, clock, sessions }),
    invites: invitesIn({ store, clock, accounts }),
    passkeys: passkeysIn({ store, clock, baseUrl }),
    profiles: profilesIn({ store, clock }),
    setupLinks: setupLinksIn({ store, clock, accounts }),
    signUp: config.signUp,
    countAttempt: (req) =>
      limits.signIn.take(clientAddress(req.socket.remoteAddress, req.headers, config.trustedProxies)),
  }
}
