import { constants } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { note, printable, type Terminal, UsageError } from '../output/terminal.ts'

/** Where the content of a result goes. */
export interface Saving {
  /** It goes to standard output, which then contains nothing else. */
  readonly isShown: boolean
  write(bytes: Buffer): Promise<void>
}

/**
 * A file for the content of a result, or standard output for `-`. Its folder is checked before the call, which may cost
 * something.
 *
 * @throws UsageError when the folder cannot be written to, or when bytes would go to a terminal
 */
export async function savingTo(file: string, terminal: Terminal): Promise<Saving> {
  if (file === '-') {
    if (terminal.stdout.isTTY) throw new UsageError('--save - writes the content itself: name a file, or add | or >.')
    return { isShown: true, write: async (bytes) => void terminal.stdout.write(bytes) }
  }
  await access(dirname(file), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'the folder does not exist' : error.message
    throw new UsageError(`--save cannot write ${file}: ${reason}.`)
  })
  return {
    isShown: false,
    async write(bytes) {
      await writeFile(file, bytes)
      note(terminal, `Saved ${bytes.length} bytes to ${printable(file)}.`)
    },
  }
}
