import { createSerialByKey } from '#runtime/base/serial.ts'
import type { Store, Writer } from '#runtime/store/types.ts'

/** Writes to the work of an account, one after another: concurrent ones would abort each other's transactions on PostgreSQL. */
export type WriteInTurn = <T>(store: Store, owner: string, work: (tx: Writer) => Promise<T>) => Promise<T>

export function createWriteInTurn(): WriteInTurn {
  const inTurn = createSerialByKey()
  return (store, owner, work) => inTurn.run(owner, () => store.write(work, `work/${owner}`))
}
