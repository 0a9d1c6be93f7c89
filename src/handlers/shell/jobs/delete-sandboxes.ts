import type { ShellDeps } from '../index.ts'
import { remove, unownedBoxes } from '../rows.ts'

/** Deletes the sandboxes of deleted accounts: first the contents, then the row, so that its number is not reused too early. */
export async function deleteUnownedSandboxes(
  { store, boxes }: Pick<ShellDeps, 'store' | 'boxes'>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const some = await unownedBoxes(store)
    for (const box of some) {
      signal.throwIfAborted()
      await boxes?.remove(box)
      await store.run(remove({ id: box.id }))
    }
    if (some.length === 0) return
  }
}
