import type { Lease, StoredLease } from '../../store/leases.ts'
import { isUniqueViolation } from '../../store/store-errors.ts'
import type { Reader, Store, Writer } from '../../store/types.ts'

/** A connection as it is stored. */
export interface ConnectionRow {
  readonly id: string
  readonly account_id: string
  readonly kind: string
  readonly subject: string | null
  readonly access_token: string | null
  readonly access_expires_at: number | string
  readonly refresh_token: string | null
  readonly version: number | string
  readonly machine: string | null
  readonly pid: number | string | null
  readonly lease_until: number | string | null
  readonly created_at: number | string
}

/** A person who was sent to a provider. */
export interface RequestRow {
  readonly state_sha256: string
  readonly account_id: string
  readonly session_id: string
  readonly kind: string
  readonly verifier: string
  readonly expires_at: number | string
}

/** The connection of an account. */
export function connectionOf(reader: Reader, accountId: string, kind: string): Promise<ConnectionRow | undefined> {
  return reader.get(reader.sql('connections').where({ account_id: accountId, kind }))
}

/** All connections of an account. */
export function connectionsOf(reader: Reader, accountId: string): Promise<ConnectionRow[]> {
  return reader.all(reader.sql('connections').where({ account_id: accountId }).orderBy('kind'))
}

/**
 * Stores a connection, replacing the one of the same account and kind.
 *
 * @returns the previous one; `raced` if another one was stored concurrently, and this one was not
 */
export async function replaceConnection(
  store: Store,
  row: Omit<ConnectionRow, 'machine' | 'pid' | 'lease_until'> & { readonly updated_at: number },
): Promise<ConnectionRow | undefined | 'raced'> {
  try {
    return await store.write(async (tx) => {
      const present = await connectionOf(tx, row.account_id, row.kind)
      if (present) await tx.run(tx.sql('connections').where({ id: present.id }).delete())
      await tx.run(tx.sql('connections').insert(row))
      return present
    })
  } catch (failure) {
    if (isUniqueViolation(failure)) return 'raced'
    throw failure
  }
}

const noLease = { machine: null, pid: null, lease_until: null }

/** Replaces the tokens of a version. Returns false if the connection has changed since. */
export async function replaceTokens(
  store: Store,
  { id, version }: Pick<ConnectionRow, 'id' | 'version'>,
  tokens: Partial<ConnectionRow> & { readonly updated_at: number },
): Promise<boolean> {
  const change = store
    .sql('connections')
    .where({ id, version: Number(version) })
    .update({ ...tokens, ...noLease, version: Number(version) + 1 })
  return (await store.run(change)).changes === 1
}

/** Claims the renewal of a version for a process. Returns false if another process was faster. */
export async function claimRenewal(store: Store, row: ConnectionRow, { machine, pid, until }: Lease): Promise<boolean> {
  const { id, version, lease_until: seen } = row
  const claim = store
    .sql('connections')
    .where({ id, version: Number(version), lease_until: seen === null ? null : Number(seen) })
    .update({ machine, pid, lease_until: until })
  return (await store.run(claim)).changes === 1
}

/** Allows others to try. */
export async function releaseRenewal(store: Store, { id, version }: ConnectionRow, until: number): Promise<void> {
  await store.run(
    store
      .sql('connections')
      .where({ id, version: Number(version), lease_until: until })
      .update(noLease),
  )
}

/** Which process is renewing a connection, if any. */
export function renewalOf({ machine, pid, lease_until: until }: ConnectionRow): StoredLease | undefined {
  return machine === null || pid === null || until === null ? undefined : { machine, pid, until }
}

/** Stores a person who is sent away, replacing unfinished requests of the same account at the same provider. */
export async function keepRequest(tx: Writer, row: RequestRow, now: number): Promise<void> {
  const { account_id, kind } = row
  await tx.run(tx.sql('connection_requests').where({ account_id, kind }).delete())
  await tx.run(tx.sql('connection_requests').where('expires_at', '<=', now).delete())
  await tx.run(tx.sql('connection_requests').insert({ ...row }))
}

/** Takes the request of a person who has come back; it works once. */
export function takeRequest(store: Store, stateSha256: string): Promise<RequestRow | undefined> {
  return store.write(async (tx) => {
    const request = tx.sql('connection_requests').where({ state_sha256: stateSha256 })
    const row = await tx.get<RequestRow>(request.clone())
    if (row) await tx.run(request.delete())
    return row
  })
}
