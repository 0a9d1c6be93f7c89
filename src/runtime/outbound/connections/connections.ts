import { newSecret, sha256 } from '../../accounts/secrets.ts'
import type { Asker } from '../../base/asker.ts'
import type { Clock } from '../../base/clock.ts'
import { ApiError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { Log } from '../../base/log.ts'
import type { Keys } from '../../base/secrets/keys.ts'
import type { Setting } from '../../base/setting.ts'
import type { Store, Writer } from '../../store/types.ts'
import { OutboundFailure } from '../failure.ts'
import type { Outbound } from '../outbound.ts'
import { GrantClient, type Granted, GrantRefusedError } from './authorities.ts'
import { type ConnectionKind, type EnteredKind, type GrantedKind, isGranted } from './connection-kind.ts'
import { connectedOf, type ListedConnection } from './listed-connections.ts'
import { Renewals } from './renewals.ts'
import {
  type ConnectionRow,
  connectionOf,
  connectionsOf,
  keepRequest,
  type RequestRow,
  replaceConnection,
  takeRequest,
} from './rows.ts'
import { TokenSeal } from './token-seal.ts'
import { askerFor, Withdrawals } from './withdrawals.ts'

/** How long a person has to grant permission. */
const requestMs = 10 * 60_000
const closeMs = 1000
/** The path that authorities redirect people to. */
export const callbackPath = '/settings/connections/callback'

/** The signed-in browser of a person. */
export interface ConnectingBrowser {
  readonly accountId: string
  readonly sessionId: string
}

/** @param subject the name of the outside account, from its provider */
type UseAccess<T> = (accessToken: string, subject: string | undefined) => Promise<T>

/** The account for which an outbound request is made. */
export type AccountsAsker = Asker & { readonly accountId: string }

export interface KindGroup {
  readonly what: string
  readonly kinds: readonly [ConnectionKind, ...ConnectionKind[]]
}

export interface Entered {
  /** The name of the outside account. */
  readonly subject: string
  /** What is needed to use it; stored encrypted. */
  readonly secret: string
}

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
  /** The kinds that this server offers. */
  readonly kinds: readonly ConnectionKind[]
  /** The public address, without a trailing slash. */
  readonly baseUrl: string
  /** Whether example data replace all providers: then no connection is needed. */
  readonly withExamples: boolean
  settingOf<Value>(setting: Setting<Value>): Value
}

/** Outside accounts that accounts have connected. */
export class Connections {
  readonly #options: ConnectionsOptions
  readonly #tokens: TokenSeal
  readonly #renewals: Renewals
  readonly #clients: ReadonlyMap<string, GrantClient>
  readonly #withdrawals: Withdrawals

  constructor(options: ConnectionsOptions) {
    const { store, clock, log, keys, kinds, outbound, baseUrl, settingOf } = options
    this.#options = options
    this.#tokens = new TokenSeal(keys)
    const redirectUri = `${baseUrl}${callbackPath}`
    this.#clients = new Map(
      kinds.filter(isGranted).map((kind) => {
        const provider = outbound.provider(kind.authority.provider)
        return [kind.name, new GrantClient({ kind, provider, redirectUri, settingOf })]
      }),
    )
    this.#withdrawals = new Withdrawals({ log, tokens: this.#tokens, clients: this.#clients })
    this.#renewals = new Renewals({
      store,
      clock,
      tokens: this.#tokens,
      refresh: (row, token) => this.#clientOf(row.kind).refresh(askerFor(row.account_id), token),
    })
  }

  /** Every kind that this server offers. */
  async list(accountId: string): Promise<readonly ListedConnection[]> {
    const rows = await connectionsOf(this.#options.store, accountId)
    return this.#options.kinds.map((kind) => ({
      kind,
      missing: this.#clients.get(kind.name)?.missing ?? [],
      pagesOrigin: isGranted(kind) ? new URL(this.#options.settingOf(kind.authority.pages.baseUrl)).origin : undefined,
      connection: connectedOf(rows.find((row) => row.kind === kind.name)),
    }))
  }

  /**
   * Starts to connect.
   *
   * @returns where to redirect the person
   * @throws ApiError not_found for an unknown kind and for one that is connected by entering a secret, not_configured
   */
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

  /**
   * Completes what `begin` started: once, in the same browser, within ten minutes.
   *
   * @param query from the authority's redirect
   * @throws ApiError failed_precondition saying why there is no connection; OutboundFailure
   */
  async finish({ accountId, sessionId }: ConnectingBrowser, query: CallbackQuery): Promise<ConnectionKind> {
    const { store, clock } = this.#options
    const hash = sha256(query.state)
    const request = query.state === '' ? undefined : await takeRequest(store, hash)
    const isTheirs = request?.account_id === accountId && request.session_id === sessionId
    if (!request || !isTheirs || Number(request.expires_at) <= clock.now()) {
      throw refused('This link was already used, has expired, or belongs to another browser. Connect again.')
    }
    const kind = this.#kindOf(request.kind)
    const { title } = kind.authority
    if (query.error !== '' || query.code === '') {
      throw refused(`${title} reports that permission was not granted, so nothing was connected.`)
    }
    const verifier = await this.#tokens.openVerifier(request.verifier, hash)
    if (verifier === undefined) throw refused("This server's key has changed in the meantime. Connect again.")
    const granted = await this.#exchanged(kind, accountId, query.code, verifier)
    const withheld = granted.scopes && kind.scopes.some((scope) => !granted.scopes?.has(scope))
    if (withheld) {
      await this.#withdrawals.revoke(kind.name, accountId, granted.refreshToken ?? granted.accessToken)
      throw refused(`${kind.title} was not permitted at ${title}. Connect again, and leave its box ticked.`)
    }
    await this.#keep(accountId, kind, granted)
    return kind
  }

  async #exchanged(kind: GrantedKind, accountId: string, code: string, verifier: string): Promise<Granted> {
    try {
      return await this.#clientOf(kind.name).exchange(askerFor(accountId), code, verifier)
    } catch (failure) {
      if (!(failure instanceof GrantRefusedError)) throw failure
      throw refused(`${kind.authority.title} did not accept the code with which it sent you back. Connect again.`)
    }
  }

  /** Replaces the connection of that kind. Its grant is withdrawn if it belonged to another outside account. */
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
    const former = await replaceConnection(store, row)
    if (former === 'raced') throw refused('Two connections were made at the same time. Connect again.')
    if (former && former.subject !== row.subject) await this.#withdrawals.revokeRow(former)
  }

  /** Deletes a connection and withdraws its permission. It is deleted even if the permission cannot be withdrawn. */
  async disconnect(accountId: string, name: string): Promise<{ isRevoked: boolean }> {
    const { store } = this.#options
    const row = await store.write(async (tx) => {
      const present = await connectionOf(tx, accountId, name)
      if (present) await tx.run(tx.sql('connections').where({ id: present.id }).delete())
      return present
    })
    if (!row) throw new ApiError('not_found', 'This connection does not exist.')
    return { isRevoked: await this.#withdrawals.revokeRow(row) }
  }

  /**
   * Prepares to withdraw all permissions of an account that is being deleted.
   *
   * @param tx the transaction that deletes the account, before it does
   * @returns starts the withdrawals in the background; call it once the account is deleted
   */
  async withdrawing(tx: Writer, accountId: string): Promise<() => void> {
    const rows = await connectionsOf(tx, accountId)
    return () => {
      for (const row of rows) this.#withdrawals.begin(row)
    }
  }

  /**
   * Uses the access of a connection. If it is rejected, it is renewed and used again.
   *
   * @param use throws an OutboundFailure with status 401 when the access is rejected
   * @throws ApiError not_configured naming the settings; failed_precondition saying where to connect; what `use` throws
   */
  async access<T>(asker: AccountsAsker, kind: GrantedKind, use: UseAccess<T>): Promise<T> {
    if (this.#options.withExamples) return use('example', undefined)
    this.#checkConfigured(kind)
    const row = await connectionOf(this.#options.store, asker.accountId, kind.name)
    if (!row) throw this.#notConnected(kind)
    const current = this.#renewals.isFresh(row) ? row : await this.#renewed(kind, row)
    try {
      return await use(await this.#accessOf(kind, current), current.subject ?? undefined)
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
    }
    const renewed = await this.#renewed(kind, current)
    try {
      return await use(await this.#accessOf(kind, renewed), renewed.subject ?? undefined)
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

  async #renewed(kind: GrantedKind, row: ConnectionRow): Promise<ConnectionRow> {
    if (row.access_token === null) throw this.#ended(kind)
    const renewed = await this.#renewals.renewed(row)
    if (!renewed) throw this.#notConnected(kind)
    if (renewed.access_token === null) throw this.#ended(kind)
    return renewed
  }

  /** Stores a secret that a person has entered and the family has tried, replacing the connection of that kind. */
  async enter(accountId: string, kind: EnteredKind, { subject, secret }: Entered): Promise<void> {
    const granted = { accessToken: secret, expiresInS: 0, refreshToken: undefined, scopes: undefined, subject }
    await this.#keep(accountId, kind, granted)
  }

  /**
   * Uses a secret that a person has entered. If it is rejected, it is deleted, because repeated attempts lock accounts.
   *
   * @param use throws an OutboundFailure with status 401 when the secret is rejected
   * @throws ApiError failed_precondition saying where to connect; what `use` throws
   */
  async entered<T>({ accountId }: AccountsAsker, kind: EnteredKind, use: (secret: string) => Promise<T>): Promise<T> {
    const row = await connectionOf(this.#options.store, accountId, kind.name)
    if (!row) throw this.#notConnected(kind)
    try {
      return await use(await this.#accessOf(kind, row))
    } catch (failure) {
      if (!isRefusal(failure)) throw failure
      await this.#renewals.end(row)
      throw this.#ended(kind)
    }
  }

  /**
   * Of several kinds, the one that the account connected last.
   *
   * @param of `what` names them in sentences, such as `web-mail account`
   * @throws ApiError failed_precondition saying where to connect one
   */
  async latest(accountId: string, { what, kinds }: KindGroup): Promise<ConnectionKind> {
    if (this.#options.withExamples) return kinds[0]
    const rows = await connectionsOf(this.#options.store, accountId)
    const names = new Set(kinds.map(({ name }) => name))
    const [last] = rows
      .filter(({ kind }) => names.has(kind))
      .sort((one, other) => Number(other.created_at) - Number(one.created_at))
    const found = kinds.find(({ name }) => name === last?.kind)
    if (!found) throw refused(`No ${what} is connected. Connect one at ${this.#place}.`)
    return found
  }

  /** Deletes expired requests of people who have not come back. */
  async purge(): Promise<void> {
    const { store, clock } = this.#options
    await store.run(store.sql('connection_requests').where('expires_at', '<=', clock.now()).delete())
  }

  /**
   * Resolves when no renewal or withdrawal is running.
   *
   * @param waitMs how long to wait before giving up remaining withdrawals; one second if not given
   */
  async close(waitMs = closeMs): Promise<void> {
    await this.#renewals.idle()
    await this.#withdrawals.close(waitMs)
  }

  #kindOf(name: string): GrantedKind {
    const kind = this.#options.kinds.filter(isGranted).find((each) => each.name === name)
    if (!kind) throw new ApiError('not_found', 'This kind of connection does not exist.')
    return kind
  }

  #clientOf(name: string): GrantClient {
    const client = this.#clients.get(name)
    if (!client) throw new Error(`${name} is not a connection kind in any manifest`)
    return client
  }

  #checkConfigured({ name, title }: GrantedKind): void {
    const { missing } = this.#clientOf(name)
    if (missing.length === 0) return
    throw new OutboundFailure(
      'not_configured',
      `${title} cannot be connected on this server. Its administrator has to set ${missing.join(' and ')}.`,
    )
  }

  get #place(): string {
    return `${this.#options.baseUrl}/settings/connections`
  }

  #notConnected({ title }: ConnectionKind): ApiError {
    return refused(`${title} is not connected. Connect it at ${this.#place}.`)
  }

  #ended(kind: ConnectionKind): ApiError {
    const reason = isGranted(kind)
      ? `The permission to use ${kind.title} has expired or was revoked at ${kind.authority.title}`
      : `${kind.title} no longer accepts the saved credentials`
    return refused(`${reason}. Connect it again at ${this.#place}.`)
  }
}

function isRefusal(failure: unknown): boolean {
  return failure instanceof OutboundFailure && failure.upstreamStatus === 401
}

function refused(message: string): ApiError {
  return new ApiError('failed_precondition', message)
}
