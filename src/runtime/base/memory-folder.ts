import { readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** In memory, on Linux. */
const inMemory = '/dev/shm'
const leastFreeBytes = 4 * 1024 ** 3

/**
 * A folder for data that need not survive: in memory where there is room, since every start of a server on a disk waits for
 * it several times; otherwise the folder for temporary files. Programs can be run from it as well.
 */
export function memoryFolder(): string {
  try {
    const isRestricted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .some((mount) => mount.includes(` ${inMemory} `) && /[ ,]noexec[ ,]/.test(mount))
    const { bavail, bsize } = statfsSync(inMemory)
    return isRestricted || bavail * bsize < leastFreeBytes ? tmpdir() : inMemory
  } catch {
    return tmpdir()
  }
}
