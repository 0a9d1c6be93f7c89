import type { ExternalFiles } from '#runtime/backup/external-files.ts'
import { createLog } from '#runtime/base/log.ts'
import type { Values } from '#runtime/base/setting.ts'
import type { Box } from '#runtime/isolation/boxes/types.ts'
import type { ShellDeps } from './index.ts'
import { findBox } from './rows.ts'
import { boxesOf } from './sandboxes.ts'
import type { shellSettings } from './settings.ts'

/** `/work` of an account for its archive. The tar is created in the sandbox, because the account controls names and links in it. */
export async function* archivedWork(
  { store, boxes }: Pick<ShellDeps, 'store' | 'boxes'>,
  account: string,
  signal: AbortSignal,
) {
  const box = await findBox(store, account)
  if (!boxes || !box || !(await boxes.has(box))) return
  yield { name: 'work.tar', bytes: await boxes.archive(box, signal) }
}

const keyForm = /^([a-z0-9_]{1,80})\.(\d{1,9})$/

/** `/work` of all accounts, for backups: read and written inside the sandboxes. */
export async function openWorkBackup(settings: Values<typeof shellSettings>): Promise<ExternalFiles> {
  const boxes = boxesOf(settings, createLog({ logLevel: 'silent' }))
  const never = new AbortController().signal
  return {
    table: 'shell_boxes',
    keyOf: ({ id, number, owner }) => (owner === null ? undefined : `${id}.${number}`),
    async open(key) {
      const box = boxOf(key)
      if (!boxes) throw new Error('The shell is turned off on this instance (SHELL_ENGINE=off).')
      return (await boxes.has(box)) ? await boxes.archive(box, never) : undefined
    },
    clear: async () => boxes?.clear(),
    async fill(key, bytes) {
      if (!boxes) throw new Error('the shell is turned off on this instance (SHELL_ENGINE=off).')
      await boxes.fill(boxOf(key), bytes, never)
    },
    [Symbol.asyncDispose]: async () => boxes?.close(),
  }
}

function boxOf(key: string): Box {
  const [, id, number] = keyForm.exec(key) ?? []
  if (id === undefined) throw new Error(`"${key}" names no sandbox.`)
  return { id, number: Number(number) }
}
