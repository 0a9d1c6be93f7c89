import { hash, randomBytes } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import type { Store } from '../store/types.ts'

const SECRET_BYTES = 32
const SECRET = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits as 43 characters that need no escaping in a cookie or an address. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Whether the text has the form of `newSecret`: nothing else is worth a question to the database. */
export function isSecret(text: string): boolean {
  return SECRET.test(text)
}

/** As a secret is stored. A plain hash is enough for 256 random bits: there is nothing to guess, so nothing to slow down. */
export function sha256(secret: string): string {
  return hash('sha256', secret, 'hex')
}

/**
 * A random key that stays the same over restarts and for all processes on one database; made when first asked for.
 *
 * @param name what the key is for
 */
export async function serverSecret({ store, clock }: { store: Store; clock: Clock }, name: string): Promise<string> {
  const read = store.sql('server_secrets').select('value').where({ name })
  const present = await store.get<{ value: string }>(read)
  if (present) return present.value
  return store.write(async (tx) => {
    const row = { name, value: newSecret(), created_at: clock.now() }
    await tx.run(tx.sql('server_secrets').insert(row).onConflict('name').ignore())
    return ((await tx.get<{ value: string }>(read)) as { value: string }).value
  })
}
