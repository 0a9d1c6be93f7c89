import { QuotaError } from '../store/errors.ts'
import { usedBytes } from '../store/quota/storage.ts'
import type { Writer } from '../store/types.ts'

/**
 * How much of its quota an account may take for a blob, in the transaction of the row that then takes it. Writes are
 * serialised, so that two calls at once cannot take the same room.
 *
 * @param wanted how much there is to store; undefined where that will be known later
 * @param most how much it can be; then as much of it is taken as there is room for
 * @throws QuotaError when there is less room than `wanted`
 */
export async function roomFor(
  tx: Writer,
  owner: string,
  { wanted, most, quotaBytes }: { wanted: number | undefined; most: number; quotaBytes: number },
): Promise<number> {
  const room = Math.max(0, quotaBytes - (await usedBytes(tx, owner)))
  if (wanted !== undefined && wanted > room) throw new QuotaError(quotaBytes)
  return wanted ?? Math.min(most, room)
}
