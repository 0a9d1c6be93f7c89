import type { Clock } from '../base/clock.ts'
import { invalidArgument } from '../base/errors.ts'
import type { Reader, Store } from '../store/types.ts'
import { sha256 } from './secrets.ts'
import { codeIn, newCode } from './typed-codes.ts'

const codeMs = 3_600_000

interface Row {
  readonly address: string | null
  readonly pending_address: string | null
}

/** Where mail about an account goes that its owner must be able to read without it. */
export interface RecoveryAddress {
  /** The confirmed address. */
  readonly address: string | undefined
  /** An address that waits for its code. */
  readonly pending: string | undefined
}

/** The confirmed recovery address of an account; undefined without one. */
export async function recoveryAddressOf(reader: Reader, accountId: string): Promise<string | undefined> {
  const query = reader.sql('recovery_addresses').select('address').where({ account_id: accountId })
  return (await reader.get<Row>(query))?.address ?? undefined
}

/** The recovery addresses in this store. An address counts once its code was typed; until then an earlier one does. */
export function createRecoveryAddresses({ store, clock }: { store: Store; clock: Clock }) {
  const own = (accountId: string) => store.sql('recovery_addresses').where({ account_id: accountId })
  return {
    async of(accountId: string): Promise<RecoveryAddress> {
      const row = await store.get<Row>(own(accountId).select('address', 'pending_address'))
      return { address: row?.address ?? undefined, pending: row?.pending_address ?? undefined }
    },
    /** Begins to set an address. */
    async begin(tx: Pick<Store, 'run'>, accountId: string, address: string): Promise<void> {
      const change = { pending_address: address, code_sha256: null, code_expires_at: null }
      const row = { account_id: accountId, ...change }
      await tx.run(store.sql('recovery_addresses').insert(row).onConflict('account_id').merge(change))
    },
    /** A new code for an address that waits for one, valid for an hour; undefined if it waits no longer. */
    async newCode(accountId: string, address: string): Promise<string | undefined> {
      const code = newCode()
      const change = { code_sha256: sha256(code), code_expires_at: clock.now() + codeMs }
      const { changes } = await store.run(own(accountId).where({ pending_address: address }).update(change))
      return changes > 0 ? code : undefined
    },
    /** Confirms the address that waits for this code. @throws ApiError invalid_argument */
    async confirm(accountId: string, typed: string): Promise<void> {
      const code = codeIn(typed)
      const now = clock.now()
      const waiting = own(accountId)
        .where({ code_sha256: sha256(code ?? '') })
        .where('code_expires_at', '>', now)
      const change = {
        address: store.sql.ref('pending_address'),
        ...{ pending_address: null, code_sha256: null, code_expires_at: null, confirmed_at: now },
      }
      if ((await store.run(waiting.update(change))).changes > 0) return
      throw invalidArgument('mail_code', 'is wrong', 'The code is wrong, or it is more than an hour old.')
    },
    async remove(accountId: string): Promise<void> {
      await store.run(own(accountId).delete())
    },
  }
}
