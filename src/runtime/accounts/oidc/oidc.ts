import { createHmac } from 'node:crypto'
import { ApiError } from '../../base/errors.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { Store, Writer } from '../../store/types.ts'
import type { Accounts } from '../accounts.ts'
import { type Administered, accountDisabled } from '../administered.ts'
import type { AuditAction } from '../audit.ts'
import { isSecret, newSecret, serverSecret, sha256 } from '../secrets.ts'
import {
  accountOf,
  addIdentity,
  endSessionsOf,
  type Identified,
  type Identity,
  linkedSince,
  linkIdentity,
  noteSession,
  unlinkIdentity,
} from './identities.ts'
import { maxLogoutAgeS, readLogoutToken } from './logout-token.ts'
import {
  OidcClient,
  type OidcClientOptions,
  ProviderRefusedError,
  type RequestSecrets,
  unreachable,
} from './openid-client.ts'
import { type Claims, isInGroup, usernamesFor } from './provider-claims.ts'

/** How long a person has to sign in at the provider. */
const requestMs = 10 * 60_000

export interface OidcOptions extends OidcClientOptions {
  readonly store: Store
  readonly accounts: Pick<Accounts, 'create'>
  readonly administered: Pick<Administered, 'setAdministrator'>
  readonly signUp: boolean
  readonly groupsClaim: string
  readonly allowedGroup: string | undefined
  readonly adminGroup: string | undefined
  /** Called when sessions have ended. */
  readonly onLoss: () => void
}

/** A person who is sent to the provider. */
export interface Departure {
  /** The browser, which alone can come back. */
  readonly boundTo: string
  /** The account to link; undefined to sign in. */
  readonly accountId?: string | undefined
  /** Where to go after signing in. */
  readonly next: string
}

/** An action for the audit log. */
export interface Act {
  readonly action: AuditAction
  readonly detail: string
}

/** A person who came back from the provider. */
export interface Arrival {
  readonly kind: 'signed in' | 'linked'
  readonly account: Pick<Identified, 'id' | 'username'>
  readonly next: string
  /** What happened to the account. */
  readonly acts: readonly Act[]
  /** Stores that a session belongs to the provider's. */
  readonly noteSession: (tx: Writer, sessionId: string) => Promise<void>
}

interface RequestRow {
  readonly account_id: string | null
  readonly next: string
}

/** Sign-in with an OpenID provider. */
export class Oidc {
  readonly name: string
  readonly #options: OidcOptions
  readonly #client: OidcClient

  constructor(options: OidcOptions) {
    this.#options = options
    this.#client = new OidcClient(options)
    this.name = options.name
  }

  /** Why people cannot sign in with the provider now; undefined if they can. */
  fault(): Promise<string | undefined> {
    return this.#client.fault()
  }

  /** Resolves when nothing is requested in the background. */
  idle(): Promise<void> {
    return this.#client.idle()
  }

  /** The page of the provider that signs people out there, if it has one. */
  signOutAddress(): Promise<string | undefined> {
    return this.#client.signOutAddress()
  }

  /** Starts a sign-in. @returns the address to send the person to @throws ApiError upstream_failed */
  async begin({ boundTo, accountId, next }: Departure): Promise<string> {
    const { store, clock } = this.#options
    const state = newSecret()
    const address = await this.#client.addressFor(await this.#secretsOf(state))
    const now = clock.now()
    const row = {
      state_sha256: sha256(state),
      bound_to: sha256(boundTo),
      account_id: accountId ?? null,
      next,
      expires_at: now + requestMs,
    }
    await store.write(async (tx) => {
      await tx.run(tx.sql('oidc_requests').where('expires_at', '<=', now).delete())
      await tx.run(tx.sql('oidc_requests').insert(row))
    })
    return address
  }

  /**
   * Completes what `begin` started: once, in the same browser, within ten minutes.
   *
   * @param query of the address to which the person came back, with its question mark
   * @throws ApiError failed_precondition if the request is not theirs or the response is not valid; permission_denied for
   *   people who may not sign in; upstream_failed
   */
  async finish(boundTo: string, query: string): Promise<Arrival> {
    const state = new URLSearchParams(query).get('state') ?? ''
    const request = isSecret(state) ? await this.#takeRequest(state, boundTo) : undefined
    if (!request)
      throw refused('This sign-in was already used, has expired, or belongs to another browser. Start again.')
    const claims = await this.#claimsFor(query, await this.#secretsOf(state))
    const { issuer, allowedGroup, groupsClaim } = this.#options
    const identity = { issuer, subject: claims.sub, sid: claims.sid }
    if (allowedGroup !== undefined && !isInGroup(claims, groupsClaim, allowedGroup)) {
      throw new ApiError('permission_denied', `Your account at ${this.name} may not sign in here.`)
    }
    const { account, ...done } =
      request.account_id === null
        ? await this.#signedIn(identity, claims)
        : await this.#linked(identity, request.account_id)
    const acts = [...done.acts, ...(await this.#adjustRole(account, claims))]
    return { ...done, account, acts, next: request.next, noteSession: (tx, id) => noteSession(tx, id, identity) }
  }

  /** Since when an account is linked; undefined if it is not. */
  linkedSince(accountId: string): Promise<number | undefined> {
    return linkedSince(this.#options.store, accountId, this.#options.issuer)
  }

  /** Ends the link of an account. @throws ApiError failed_precondition for an account without a password */
  async unlink(accountId: string): Promise<void> {
    const { store, issuer } = this.#options
    if (await unlinkIdentity(store, accountId, issuer)) return
    throw refused('The account is not linked, or has no password. Set a password first.')
  }

  /**
   * Ends sessions as the provider demands with a logout token, which is accepted once.
   *
   * @returns the usernames whose sessions ended; undefined if the token is not valid for any reason
   */
  async logOut(token: string): Promise<string[] | undefined> {
    const { store, clock, clientId, onLoss } = this.#options
    const { issuer, id_token_signing_alg_values_supported: algorithms = ['RS256'] } = await this.#client.server()
    const now = clock.now()
    const keys = () => this.#client.publicKeys()
    const logout = await readLogoutToken(token, { issuer, clientId, nowMs: now, algorithms, keys })
    if (!logout) return undefined
    return store.write(async (tx) => {
      await tx.run(tx.sql('oidc_logouts').where('expires_at', '<=', now).delete())
      const row = { jti_sha256: sha256(logout.jti), expires_at: now + 2 * maxLogoutAgeS * 1000 }
      const { changes } = await tx.run(tx.sql('oidc_logouts').insert(row).onConflict('jti_sha256').ignore())
      if (changes === 0) return undefined
      const { sub: subject, sid } = logout
      const names = await endSessionsOf(tx, {
        issuer: this.#options.issuer,
        ...(subject && { subject }),
        ...(sid && { sid }),
      })
      tx.afterCommit(onLoss)
      return names
    })
  }

  /** The secrets of a request follow from its state and a key of this server, so none of them is stored. */
  async #secretsOf(state: string): Promise<RequestSecrets> {
    const key = await serverSecret(this.#options, 'oidc')
    const derived = (what: string) => createHmac('sha256', key).update(`${what} ${state}`).digest('base64url')
    return { state, nonce: derived('nonce'), verifier: derived('verifier') }
  }

  #takeRequest(state: string, boundTo: string): Promise<RequestRow | undefined> {
    const { store, clock } = this.#options
    return store.write(async (tx) => {
      const row = tx
        .sql('oidc_requests')
        .where({ state_sha256: sha256(state), bound_to: sha256(boundTo) })
        .where('expires_at', '>', clock.now())
      const found = await tx.get<RequestRow>(row.clone().select('account_id', 'next'))
      const { changes } = await tx.run(row.delete())
      return changes === 1 ? found : undefined
    })
  }

  async #claimsFor(query: string, secrets: RequestSecrets): Promise<Claims> {
    try {
      return await this.#client.claimsFor(query, secrets)
    } catch (failure) {
      if (failure instanceof ProviderRefusedError) {
        throw refused(
          failure.code === 'access_denied'
            ? `${this.name} reports that the sign-in was cancelled.`
            : `${this.name} did not complete the sign-in. Try again later, or sign in with a password or passkey.`,
        )
      }
      const { cause, message, error } = failure as Error & { readonly error?: unknown }
      // Not the whole failure: it contains tokens.
      const reason = cause instanceof Error ? `${message}: ${cause.message}` : message
      this.#options.log.warn({ reason, error }, 'sign-in with provider failed')
      if (failure instanceof ApiError || cause instanceof ApiError) throw unreachable(this.name)
      throw refused(`The response of ${this.name} is not valid. Start again.`)
    }
  }

  async #linked(identity: Identity, accountId: string) {
    const { store, clock } = this.#options
    const isLinked = await linkIdentity(store, accountId, identity, clock.now())
    const account = isLinked ? await accountOf(store, identity) : undefined
    if (!account) {
      throw refused(`This account, or that at ${this.name}, is already linked. Remove the other link first.`)
    }
    const acts: Act[] = [{ action: 'identity_linked', detail: 'OpenID' }]
    return { kind: 'linked' as const, account, acts }
  }

  async #signedIn(identity: Identity, claims: Claims) {
    const present = await accountOf(this.#options.store, identity)
    if (present?.isDisabled) throw accountDisabled('permission_denied')
    const acts: Act[] = [{ action: 'sign_in', detail: 'OpenID' }]
    if (present) return { kind: 'signed in' as const, account: present, acts }
    if (!this.#options.signUp) {
      throw new ApiError(
        'permission_denied',
        `No account here is linked with yours at ${this.name}. Sign in with your password or passkey, and link it in the settings under Security.`,
      )
    }
    const account = await this.#create(identity, claims)
    return {
      kind: 'signed in' as const,
      account,
      acts: [{ action: 'account_created' as const, detail: 'OpenID' }, ...acts],
    }
  }

  /** Never takes an existing account: only an identity that was linked signs in to one. */
  async #create(identity: Identity, claims: Claims): Promise<Identified> {
    const { store, accounts, clock } = this.#options
    const names = usernamesFor(claims, () =>
      newSecret()
        .toLowerCase()
        .replace(/[^a-z0-9]/g, '')
        .slice(0, 8),
    )
    for (const username of names) {
      try {
        const { id, isAdmin } = await accounts.create({
          username,
          password: undefined,
          async admit(_tx, isFirst) {
            if (isFirst) throw new ApiError('permission_denied', 'This server is not set up yet.')
          },
          onCreated: (tx, accountId) => addIdentity(tx, accountId, identity, clock.now()),
        })
        return { id, username, isAdmin, isDisabled: false }
      } catch (failure) {
        // The same person has come back in two tabs.
        const present = isUniqueViolation(failure) ? await accountOf(store, identity) : undefined
        if (present) return present
        if (!(failure instanceof ApiError) || failure.code !== 'failed_precondition') throw failure
      }
    }
    throw refused('No free username was found. Ask the administrator to create your account.')
  }

  /** Gives or takes the role of administrator as the groups at the provider say; never from the last one. */
  async #adjustRole({ username, isAdmin }: Identified, claims: Claims): Promise<Act[]> {
    const { adminGroup, groupsClaim, administered } = this.#options
    const isMember = adminGroup !== undefined && isInGroup(claims, groupsClaim, adminGroup)
    if (adminGroup === undefined || isMember === isAdmin) return []
    try {
      await administered.setAdministrator(username, isMember)
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.code !== 'failed_precondition') throw failure
      return [{ action: 'demotion_refused', detail: 'not in OIDC_ADMIN_GROUP, but the only administrator' }]
    }
    return [{ action: isMember ? 'account_promoted' : 'account_demoted', detail: 'OIDC_ADMIN_GROUP' }]
  }
}

function refused(message: string): ApiError {
  return new ApiError('failed_precondition', message)
}
