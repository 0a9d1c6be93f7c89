import type { ExternalFiles } from '#runtime/backup/external-files.ts'
import { createLog } from '#runtime/base/log.ts'
import type { Values } from '#runtime/base/setting.ts'
import type { Box } from '#runtime/isolation/boxes/types.ts'
import { boxesOf } from './health.ts'
import type { shellSettings } from './settings.ts'

const keyForm = /^([a-z0-9_]{1,80})\.(\d{1,9})$/

/** The files of accounts in `/work`, for backups: read and written inside the sandboxes. */
export async function openShellFiles(settings: Values<typeof shellSettings>): Promise<ExternalFiles> {
  const boxes = boxesOf(settings, createLog({ logLevel: 'silent' }))
  const never = new AbortController().signal
  return {
    table: 'shell_boxes',
    keyOf: ({ id, number, owner }) => (owner === null ? undefined : `${id}.${number}`),
    async open(key) {
      const box = boxOf(key)
      if (!boxes) throw new Error('The shell is turned off here (SHELL_ENGINE=off).')
      return (await boxes.has(box)) ? await boxes.archive(box, never) : undefined
    },
    clear: async () => boxes?.clear(),
    async fill(key, bytes) {
      if (!boxes) throw new Error('the shell is turned off here (SHELL_ENGINE=off).')
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
