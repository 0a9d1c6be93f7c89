import { ApiError } from '../base/errors.ts'
import { statement } from '../store/statement.ts'
import type { Reader, Writer } from '../store/types.ts'

const bytesPerMib = 1024 * 1024

const useOf = statement<{ owner: string }>((sql, param) =>
  sql('storage_use')
    .select('bytes')
    .where({ owner: param('owner') }),
)

const addUse = statement<{ owner: string; bytes: number }>((sql, param) =>
  sql('storage_use')
    .insert({ owner: param('owner'), bytes: param('bytes') })
    .onConflict('owner')
    .merge({ bytes: sql.raw('storage_use.bytes + ?', [param('bytes')]) }),
)

/** How many bytes an account stores. */
export async function usedBytes(reader: Reader, owner: string): Promise<number> {
  const row = await reader.get<{ bytes: number | string }>(useOf({ owner }))
  return Number(row?.bytes ?? 0)
}

/** Adds to what an account stores; a negative number gives room back. The quota is not looked at. */
export async function addBytes(tx: Writer, owner: string, bytes: number): Promise<void> {
  if (bytes !== 0) await tx.run(addUse({ owner, bytes }))
}

/**
 * Takes room for an account, in the transaction of what will fill it. Writes are serialised, so that two calls at once
 * cannot take the same room.
 *
 * @param wanted how much there is to store; undefined where that will be known later
 * @param most how much it can be; then as much of it is taken as there is room for
 * @returns how much was taken
 * @throws ApiError failed_precondition when there is less room than `wanted`
 */
export async function reserveBytes(
  tx: Writer,
  owner: string,
  { wanted, most, quotaBytes }: { wanted: number | undefined; most: number; quotaBytes: number },
): Promise<number> {
  const room = Math.max(0, quotaBytes - (await usedBytes(tx, owner)))
  if (wanted !== undefined && wanted > room) throw quotaExceeded(quotaBytes)
  const taken = wanted ?? Math.min(most, room)
  await addBytes(tx, owner, taken)
  return taken
}

/** The refusal of what would exceed the quota of an account. */
export function quotaExceeded(quotaBytes: number): ApiError {
  return new ApiError(
    'failed_precondition',
    `This would exceed the ${quotaBytes / bytesPerMib} MiB that an account may store (QUOTA_MIB). Delete something first; nothing was stored.`,
  )
}

/** An account whose use is not the sum of its blobs. */
export interface Miscount {
  readonly owner: string
  readonly recordedBytes: number
  readonly countedBytes: number
}

/** Counts the bytes of every account anew, and returns those accounts whose recorded use differs. */
export async function recount(reader: Reader): Promise<Miscount[]> {
  const { sql } = reader
  const counted = sql('blobs')
    .select('owner')
    .sum({ bytes: 'bytes' })
    .whereIn('state', ['writing', 'stored'])
    .whereNotNull('owner')
    .groupBy('owner')
    .as('counted')
  const rows = await reader.all<{ owner: string; recorded: number | string; counted: number | string }>(
    sql('accounts')
      .leftJoin('storage_use', 'storage_use.owner', 'accounts.id')
      .leftJoin(counted, 'counted.owner', 'accounts.id')
      .select(
        'accounts.id as owner',
        sql.raw('coalesce(storage_use.bytes, 0) as recorded'),
        sql.raw('coalesce(counted.bytes, 0) as counted'),
      )
      .whereRaw('coalesce(storage_use.bytes, 0) <> coalesce(counted.bytes, 0)')
      .orderBy('accounts.id'),
  )
  return rows.map((row) => ({
    owner: row.owner,
    recordedBytes: Number(row.recorded),
    countedBytes: Number(row.counted),
  }))
}
