import { hash, randomBytes } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { statement } from '../store/statement.ts'
import type { Reader, Store, Writer } from '../store/types.ts'

const SECRET_BYTES = 32
const SECRET = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits as 43 characters that need no escaping in a cookie or an address. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Whether the text has the form of `newSecret`; anything else need not be looked up. */
export function isSecret(text: string): boolean {
  return SECRET.test(text)
}

/** The hash under which a secret is stored. A plain one is enough for 256 random bits, which cannot be guessed. */
export function sha256(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/** The column of a table that stores secrets by their hash, as a condition or as part of a new row. */
export function secretColumn(secret: string): { secret_sha256: string } {
  return { secret_sha256: sha256(secret) }
}

const secretOf = statement<{ name: string }>((sql, param) =>
  sql('server_secrets')
    .select('value')
    .where({ name: param('name') }),
)

/**
 * A random key that is the same across restarts and for all processes on one database; created at first use.
 *
 * @param name what the key is for
 * @param make for a key in another form than that of `newSecret`; if several are created at once, one is stored
 */
export async function serverSecret(
  { store, clock }: { store: Store; clock: Clock },
  name: string,
  make: () => string | Promise<string> = newSecret,
): Promise<string> {
  const present = await store.get<{ value: string }>(secretOf({ name }))
  if (present) return present.value
  const value = await make()
  return store.write(async (tx) => {
    const row = { name, value, created_at: clock.now() }
    await tx.run(tx.sql('server_secrets').insert(row).onConflict('name').ignore())
    return ((await tx.get<{ value: string }>(secretOf({ name }))) as { value: string }).value
  })
}

/** Keys of `serverSecret` by their names, with one read if all exist. */
export async function serverSecrets<Name extends string>(
  parts: { store: Store; clock: Clock },
  names: readonly Name[],
): Promise<Record<Name, string>> {
  const { store } = parts
  const query = store.sql('server_secrets').select('name', 'value').whereIn('name', names)
  const rows = await store.all<{ name: string; value: string }>(query)
  const present = new Map(rows.map(({ name, value }) => [name, value]))
  const secrets: [Name, string][] = []
  for (const name of names) secrets.push([name, present.get(name) ?? (await serverSecret(parts, name))])
  return Object.fromEntries(secrets) as Record<Name, string>
}

/** Replaces a key of `serverSecret`. The one before it can still be read. */
export async function replaceSecret(
  tx: Writer,
  { name, value, now }: { readonly name: string; readonly value: string; readonly now: number },
): Promise<void> {
  const put = (row: { name: string; value: string }) =>
    tx.run(
      tx
        .sql('server_secrets')
        .insert({ ...row, created_at: now })
        .onConflict('name')
        .merge(),
    )
  const before = await tx.get<{ value: string }>(secretOf({ name }))
  if (before) await put({ name: nameOfBefore(name), value: before.value })
  await put({ name, value })
}

/** Deletes a key of `serverSecret` that nothing uses. */
export async function forgetSecret(tx: Writer, name: string): Promise<void> {
  await tx.run(tx.sql('server_secrets').where({ name }).delete())
}

/** The key before the current one, and when it was replaced, in epoch milliseconds; undefined if it never was. */
export async function secretBefore(
  reader: Reader,
  name: string,
): Promise<{ readonly value: string; readonly replacedAtMs: number } | undefined> {
  const query = reader
    .sql('server_secrets')
    .select('value', 'created_at')
    .where({ name: nameOfBefore(name) })
  const row = await reader.get<{ value: string; created_at: number | string }>(query)
  return row && { value: row.value, replacedAtMs: Number(row.created_at) }
}

function nameOfBefore(name: string): string {
  return `${name} before`
}
