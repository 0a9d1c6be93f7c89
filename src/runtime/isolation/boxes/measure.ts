import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * The size of a folder that others may be changing: `du` follows no link and opens no file.
 *
 * @returns the bytes it takes on the disk, and the number of files and folders; zeros for a folder that does not exist
 */
export async function measureFolder(folder: string): Promise<{ bytes: number; files: number }> {
  // If files are deleted meanwhile, du complains and counts the rest.
  const size = (what: string) =>
    run('du', ['-s', '-x', what, folder]).then(numberIn, (failure: { stdout?: string }) => numberIn(failure))
  const [bytes, files] = await Promise.all([size('--block-size=1'), size('--inodes')])
  return { bytes, files }
}

const numberIn = ({ stdout = '' }: { stdout?: string }) => Number.parseInt(stdout, 10) || 0
