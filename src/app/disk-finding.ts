import { statfs } from 'node:fs/promises'
import type { Finding } from '../runtime/kit/finding.ts'

const minFreeMib = 200
const mebibyte = 1024 * 1024

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Whether there is enough free space in DATA_DIR. @param freeBytes how much there is; read from the system if not given */
export async function diskFinding(dataDir: string, freeBytes = freeOn): Promise<Finding> {
  const freeMib = Math.floor((await freeBytes(dataDir)) / mebibyte)
  const detail = `${freeMib} MiB free in DATA_DIR`
  if (freeMib >= minFreeMib) return { what: 'disk', state: 'works', detail }
  return { what: 'disk', state: 'broken', detail: `${detail}, which is less than ${minFreeMib}. Free some space.` }
}
