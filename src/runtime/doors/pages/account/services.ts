import type { Request } from 'express'
import type { Calls } from '../../../calls/pipeline.ts'
import type { Clock } from '../../../clock.ts'
import type { Config } from '../../../config.ts'
import { ApiError } from '../../../errors.ts'
import type { Accounts } from '../../../identity/accounts.ts'
import type { Archive } from '../../../identity/archive.ts'
import type { Credentials } from '../../../identity/credentials.ts'
import type { Csrf } from '../../../identity/csrf.ts'
import type { Invites } from '../../../identity/invites.ts'
import type { Passkeys } from '../../../identity/passkeys.ts'
import type { Profiles } from '../../../identity/profiles.ts'
import type { Sessions } from '../../../identity/sessions.ts'
import type { SetupLinks } from '../../../identity/setup-links.ts'
import type { Tokens } from '../../../identity/tokens.ts'
import type { Log } from '../../../log.ts'
import type { Ledger } from '../../../money/ledger.ts'
import type { Store } from '../../../store/types.ts'

/** What the pages of accounts work with. */
export interface AccountServices {
  readonly accounts: Accounts
  readonly calls: Pick<Calls, 'take'>
  readonly archive: Archive
  readonly clock: Clock
  readonly credentials: Credentials
  readonly csrf: Csrf
  readonly invites: Invites
  readonly ledger: Pick<Ledger, 'balance' | 'grant' | 'entries' | 'spendingByMethod'>
  readonly log: Log
  readonly passkeys: Passkeys
  readonly profiles: Profiles
  readonly sessions: Sessions
  readonly setupLinks: SetupLinks
  readonly store: Pick<Store, 'ping' | 'dialect'>
  readonly tokens: Tokens
  /** The services that a token can name. */
  readonly serviceNames: readonly string[]
  /** Who may make an account: anybody, whoever has an invitation, or nobody. */
  readonly signUp: Config['signUp']
  /** The public address, without a slash at its end. */
  readonly baseUrl: () => string
  /**
   * Counts an attempt to get in: with a password, a passkey or a new account.
   *
   * @throws ApiError rate_limited
   */
  countAttempt(req: Request): Promise<void>
}

/**
 * Runs what a form asks for.
 *
 * @returns what the form has to say about itself when it is shown again; nothing when all went well
 * @throws what is no fault of the form: other failures than those a person can mend in it
 */
export async function faultOf(work: () => Promise<unknown>): Promise<ApiError | undefined> {
  try {
    await work()
    return undefined
  } catch (failure) {
    if (failure instanceof ApiError && failure.status < 500) return failure
    throw failure
  }
}

/** A fault of one field of a form. */
export function fieldFault(path: string, message: string, sentence: string): ApiError {
  return new ApiError('invalid_argument', sentence, { details: [{ path, message }] })
}
