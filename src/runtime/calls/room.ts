import type { Operation } from '#generated/server/operations.ts'
import type { DiskReserve } from '../store/disk-reserve.ts'

/** The words of methods that make room, or that an account needs to make room. */
const makesRoom = /^(?:delete|remove|clear|forget|leave|revoke|cancel)/

/**
 * Lets a full disk keep what room it has for those who delete.
 *
 * @throws StoreUnavailableError full, for a method that adds something
 */
export function checkRoom({ kind, method }: Operation, reserve: Pick<DiskReserve, 'refusal'> | undefined): void {
  if (kind !== 'write' || reserve === undefined || makesRoom.test(method)) return
  const { refusal } = reserve
  if (refusal) throw refusal
}
