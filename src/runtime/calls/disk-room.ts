import type { Operation } from '#generated/server/operations.ts'
import type { DiskReserve } from '../store/disk-reserve.ts'

/** The verbs of methods that free room, or that an account needs to free room. */
const makesRoom = /^(?:delete|remove|clear|forget|leave|revoke|cancel)/

/**
 * Reserves the room on a full disk for those who delete.
 *
 * @throws StoreUnavailableError full, for a method that adds something
 */
export function checkRoom({ kind, method }: Operation, reserve: Pick<DiskReserve, 'refusal'> | undefined): void {
  if (kind !== 'write' || reserve === undefined || makesRoom.test(method)) return
  const { refusal } = reserve
  if (refusal) throw refusal
}
