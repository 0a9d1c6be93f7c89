import { setTimeout as pause } from 'node:timers/promises'
import { newSecret, sha256 } from '../../accounts/secrets.ts'
import type { Clock } from '../../base/clock.ts'
import { ApiError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import type { Keys } from '../../base/secrets/keys.ts'
import type { Setting } from '../../base/setting.ts'
import { isUniqueViolation } from '../../store/errors.ts'
import type { Store, Writer } from '../../store/types.ts'
import type { Asker } from '../asker.ts'
import { OutboundFailure } from '../failure.ts'
import type { Outbound } from '../outbound.ts'
import { GrantClient, type Granted, GrantRefusedError } from './grants.ts'
import type { ConnectionKind } from './kind.ts'
import { Renewals } from './renewals.ts'
import { type ConnectionRow, connectionOf, connectionsOf, keepRequest, type RequestRow, takeRequest } from './rows.ts'
import { TokenSeal } from './token-seal.ts'

/** How long a person may take to permit a connection. */
const requestMs = 10 * 60_000
/** Withdrawals for deleted accounts under way at a time; beyond that they are left out. */
const maxWithdrawals = 100
const closeMs = 1000
/** The path to which authorities send people back. */
export const callbackPath = '/settings/connections/callback'

/** One kind of connection as its account sees it. */
export interface ListedConnection {
  readonly kind: ConnectionKind
  /** The settings that are missing; with any of them it cannot be connected. */
  readonly missing: readonly string[]
  readonly connection: Connected | undefined
  /** The origin to which people are sent. */
  readonly pagesOrigin: string
}

export interface Connected {
  /** Whose outside account it is, as its provider tells. */
  readonly subject: string | undefined
  readonly sinceMs: number
  /** Whether the outside account has withdrawn its permission, or it has expired. */
  readonly isEnded: boolean
}

/** The signed-in browser of a person. */
export interface ConnectingBrowser {
  readonly accountId: string
  readonly sessionId: string
}

/** Outside accounts that accounts have connected. */
export interface Connections {
  /** Every kind that this server offers. */
  list(accountId: string): Promise<readonly ListedConnection[]>
  /**
   * Begins to connect.
   *
   * @returns where to send the person
   * @throws ApiError not_found for an unknown kind, not_configured
   */
  begin(browser: ConnectingBrowser, kind: string): Promise<string>
  /**
   * Ends what `begin` began, once, in the same browser, within ten minutes.
   *
   * @param query what the authority sent back
   * @throws ApiError failed_precondition saying why there is no connection; OutboundFailure
   */
  finish(browser: ConnectingBrowser, query: CallbackQuery): Promise<ConnectionKind>
  /** Forgets a connection and withdraws what was permitted; it is forgotten also where that cannot be withdrawn. */
  disconnect(accountId: string, kind: string): Promise<{ readonly isRevoked: boolean }>
  /**
   * Prepares to withdraw everything that an account was permitted, because the account is being deleted.
   *
   * @param tx that deletes the account, before it has
   * @returns what begins to withdraw it, without being waited for: once the account is gone
   */
  withdrawing(tx: Writer, accountId: string): Promise<() => void>
  /**
   * Uses the access of a connection. If it is refused it is renewed, and used once more.
   *
   * @param use throws an OutboundFailure with status 401 when the access is refused
   * @throws ApiError not_configured naming the settings; failed_precondition saying where to connect; what `use` throws
   */
  access<T>(asker: Asker & { readonly accountId: string }, kind: ConnectionKind, use: UseAccess<T>): Promise<T>
  /** Forgets people who have not come back. */
  purge(): Promise<void>
  /**
   * Resolves when nothing is being renewed or withdrawn any more.
   *
   * @param waitMs after this what is left to be withdrawn is given up; a second if not given
   */
  close(waitMs?: number): Promise<void>
}

type UseAccess<T> = (accessToken: string) => Promise<T>

export interface CallbackQuery {
  readonly state: string
  readonly code: string
  readonly error: string
}

export interface ConnectionsOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
  readonly keys: Keys
  readonly outbound: Pick<Outbound, 'provider'>
  /** What this server offers. */
  readonly kinds: readonly ConnectionKind[]
  /** The public address, without a slash at its end. */
  readonly baseUrl: string
  /** Whether example data answer in place of all providers: then no connection is needed. */
  readonly withExamples: boolean
  settingOf<Value>(setting: Setting<Value>): Value
}

export function createConnections(options: ConnectionsOptions): Connections {
  return new StoredConnections(options)
}

class StoredConnections implements Connections {
  readonly #options: ConnectionsOptions
  readonly #tokens: TokenSeal
  readonly #renewals: Renewals
  readonly #clients: ReadonlyMap<string, GrantClient>
  /** What is being withdrawn for accounts that were deleted. */
  readonly #withdrawals = new Set<Promise<unknown>>()

  constructor(options: ConnectionsOptions) {
    const { store, clock, keys, kinds, outbound, baseUrl, settingOf } = options
    this.#options = options
    this.#tokens = new TokenSeal(keys)
    const redirectUri = `${baseUrl}${callbackPath}`
    this.#clients = new Map(
      kinds.map((kind) => {
        const provider = outbound.provider(kind.authority.provider)
        return [kind.name, new GrantClient({ kind, provider, redirectUri, settingOf })]
      }),
    )
    this.#renewals = new Renewals({
      store,
      clock,
      tokens: this.#tokens,
      refresh: (row, token) => this.#clientOf(row.kind).refresh(askerFor(row.account_id), token),
    })
  }

  async list(accountId: string): Promise<readonly ListedConnection[]> {
    const rows = await connectionsOf(this.#options.store, accountId)
    return this.#options.kinds.map((kind) => ({
      kind,
      missing: this.#clientOf(kind.name).missing,
      pagesOrigin: new URL(this.#options.settingOf(kind.authority.pages.baseUrl)).origin,
      connection: connectedOf(rows.find((row) => row.kind === kind.name)),
    }))
  }

  async begin({ accountId, sessionId }: ConnectingBrowser, name: string): Promise<string> {
    const { store, clock } = this.#options
    const kind = this.#kindOf(name)
    this.#checkConfigured(kind)
    const [state, verifier] = [newSecret(), newSecret()]
    const hash = sha256(state)
    const row: RequestRow = {
      state_sha256: hash,
      account_id: accountId,
      session_id: sessionId,
      kind: kind.name,
      verifier: await this.#tokens.sealVerifier(verifier, hash),
      expires_at: clock.now() + requestMs,
    }
    await store.write((tx) => keepRequest(tx, row, clock.now()))
    return this.#clientOf(kind.name).pageOf(state, verifier)
  }

  async finish({ accountId, sessionId }: ConnectingBrowser, query: CallbackQuery): Promise<ConnectionKind> {
    const { store, clock } = this.#options
    const hash = sha256(query.state)
    const request = query.state === '' ? undefined : await takeRequest(store, hash)
    const isTheirs = request?.account_id === accountId && request.session_id === sessionId
    if (!request || !isTheirs || Number(request.expires_at) <= clock.now()) {
      throw refused('This way back was used already, is out of date, or began in another browser: connect again.')
    }
    const kind = this.#kindOf(request.kind)
    const { title } = kind.authority
    if (query.error !== '' || query.code === '') {
      throw refused(`${title} says that it was not permitted, so nothing was connected.`)
    }
    const verifier = await this.#tokens.openVerifier(request.verifier, hash)
    if (verifier === undefined) throw refused('The key of this server has changed meanwhile: connect again.')
    const granted = await this.#exchanged(kind, accountId, query.code, verifier)
    const withheld = granted.scopes && kind.scopes.some((scope) => !granted.scopes?.has(scope))
    if (withheld) {
      await this.#revoke(kind.name, accountId, granted.refreshToken ?? granted.accessToken)
      throw refused(`${kind.title} was not permitted at ${title}: connect again, and leave its box ticked.`)
    }
    await this.#keep(accountId, kind, granted)
    return kind
  }

  async #exchanged(kind: ConnectionKind, accountId: string, code: string, verifier: string): Promise<Granted> {
    try {
      return await this.#clientOf(kind.name).exchange(askerFor(accountId), code, verifier)
    } catch (failure) {
      if (!(failure instanceof GrantRefusedError)) throw failure
      throw refused(`${kind.authority.title} did not accept what you came back with: connect again.`)
    }
  }

  /** In place of the connection of that kind, whose grant is withdrawn if it was to another outside account. */
  async #keep(accountId: string, kind: ConnectionKind, granted: Granted): Promise<void> {
    const { store, clock } = this.#options
    const id = newId('connection')
    const now = clock.now()
    const row = {
      id,
      account_id: accountId,
      kind: kind.name,
      subject: granted.subject ?? null,
      refresh_token: null,
      ...(await this.#tokens.seal({ id }, granted)),
      access_expires_at: now + granted.expiresInS * 1000,
      version: 1,
      created_at: now,
      updated_at: now,
    }
    const former = await store
      .write(async (tx) => {
        const present = await connectionOf(tx, accountId, kind.name)
        if (present) await tx.run(tx.sql('connections').where({ id: present.id }).delete())
        await tx.run(tx.sql('connections').insert(row))
        return present
      })
      .catch((failure: unknown) => {
        if (isUniqueViolation(failure)) throw refused('It was connected twice at the same time: connect again.')
        throw failure
      })
    if (former && former.subject !== row.subject) await this.#revokeRow(former)
  }

  async disconnect(accountId: string, name: string): Promise<{ isRevoked: boolean }> {
    const { store } = this.#options
    const row = await store.write(async (tx) => {
      const present = await connectionOf(tx, accountId, name)
      if (present) await tx.run(tx.sql('connections').where({ id: present.id }).delete())
      return present
    })
    if (!row) throw new ApiError('not_found', 'There is no such connection.')
    return { isRevoked: await this.#revokeRow(row) }
  }

  async withdrawing(tx: Writer, accountId: string): Promise<() => void> {
    const rows = await connectionsOf(tx, accountId)
    return () => {
      for (const row of rows) this.#withdraw(row)
    }
  }

  #withdraw(row: ConnectionRow): void {
    if (this.#withdrawals.size >= maxWithdrawals) {
      this.#options.log.warn({ kind: row.kind }, 'revoking a connection left out')
      return
    }
    const withdrawal = this.#revokeRow(row)
      .catch((error: unknown) => this.#options.log.warn({ err: error, kind: row.kind }, 'revoking a connection failed'))
      .finally(() => this.#withdrawals.delete(withdrawal))
    this.#withdrawals.add(withdrawal)
  }

  /** Ends with the refresh token all that was granted with it. */
  async #revokeRow(row: ConnectionRow): Promise<boolean> {
    const token = (await this.#tokens.open(row, 'refresh')) ?? (await this.#tokens.open(row, 'access'))
    return token === undefined || this.#revoke(row.kind, row.account_id, token)
  }

  async #revoke(kind: string, accountId: string, token: string): Promise<boolean> {
    try {
      await this.#clients.get(kind)?.revoke(askerFor(accountId), token)
      return true
    } catch (error) {
      this.#options.log.warn({ err: error, kind }, 'revoking a connection failed')
      return false
    }
  }

  async access<T>(asker: Asker & { readonly accountId: string }, kind: ConnectionKind, use: UseAccess<T>): Promise<T> {
    if (this.#options.withExamples) return use('example')
    this.#checkConfigured(kind)
    const row = await connectionOf(this.#options.store, asker.accountId, kind.name)
    if (!row) throw this.#notConnected(kind)
    const current = this.#renewals.isFresh(row) ? row : await this.#renewed(kind, row)
    try {
      return await use(await this.#accessOf(kind, current))
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
    }
    const renewed = await this.#renewed(kind, current)
    try {
      return await use(await this.#accessOf(kind, renewed))
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      await this.#renewals.end(renewed)
      throw this.#ended(kind)
    }
  }

  async #accessOf(kind: ConnectionKind, row: ConnectionRow): Promise<string> {
    const token = await this.#tokens.open(row, 'access')
    if (token === undefined) throw this.#ended(kind)
    return token
  }

  async #renewed(kind: ConnectionKind, row: ConnectionRow): Promise<ConnectionRow> {
    if (row.access_token === null) throw this.#ended(kind)
    const renewed = await this.#renewals.renewed(row)
    if (!renewed) throw this.#notConnected(kind)
    if (renewed.access_token === null) throw this.#ended(kind)
    return renewed
  }

  async purge(): Promise<void> {
    const { store, clock } = this.#options
    await store.run(store.sql('connection_requests').where('expires_at', '<=', clock.now()).delete())
  }

  async close(waitMs = closeMs): Promise<void> {
    await this.#renewals.idle()
    await Promise.race([Promise.all(this.#withdrawals), pause(waitMs, undefined, { ref: false })])
  }

  #kindOf(name: string): ConnectionKind {
    const kind = this.#options.kinds.find((each) => each.name === name)
    if (!kind) throw new ApiError('not_found', 'There is no such kind of connection.')
    return kind
  }

  #clientOf(name: string): GrantClient {
    const client = this.#clients.get(name)
    if (!client) throw new Error(`${name} is not among the kinds of connections of any manifest`)
    return client
  }

  #checkConfigured({ name, title }: ConnectionKind): void {
    const { missing } = this.#clientOf(name)
    if (missing.length === 0) return
    throw new OutboundFailure(
      'not_configured',
      `${title} cannot be connected on this server: its administrator has to set ${missing.join(' and ')}.`,
    )
  }

  #notConnected({ title }: ConnectionKind): ApiError {
    return refused(`${title} is not connected: connect it at ${this.#options.baseUrl}/settings/connections.`)
  }

  #ended({ title, authority }: ConnectionKind): ApiError {
    return refused(
      `The permission to use ${title} has expired or was withdrawn at ${authority.title}: connect it again at ${this.#options.baseUrl}/settings/connections.`,
    )
  }
}

function connectedOf(row: ConnectionRow | undefined): Connected | undefined {
  if (!row) return undefined
  return { subject: row.subject ?? undefined, sinceMs: Number(row.created_at), isEnded: row.access_token === null }
}

/** Nobody's call: what is asked for is shared, or must be finished though its caller has gone. */
function askerFor(accountId: string): Asker {
  return { signal: new AbortController().signal, subject: accountId }
}

function isRefusal(failure: unknown): boolean {
  return failure instanceof OutboundFailure && failure.upstreamStatus === 401
}

function refused(message: string): ApiError {
  return new ApiError('failed_precondition', message)
}
