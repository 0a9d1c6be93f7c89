import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * What is in a folder that others may change meanwhile: `du` follows no link and opens no file.
 *
 * @returns the bytes that it takes on the disk, and how many files and folders there are; nothing for one that does not exist
 */
export async function measureFolder(folder: string): Promise<{ bytes: number; files: number }> {
  // Of what is deleted while it looks du complains, and counts the rest.
  const size = (what: string) =>
    run('du', ['-s', '-x', what, folder]).then(numberIn, (failure: { stdout?: string }) => numberIn(failure))
  const [bytes, files] = await Promise.all([size('--block-size=1'), size('--inodes')])
  return { bytes, files }
}

const numberIn = ({ stdout = '' }: { stdout?: string }) => Number.parseInt(stdout, 10) || 0
