import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { sqliteFile } from '../../runtime/store/sqlite.ts'

const packed = (folder: string) => `${sqliteFile(folder)}.gz`

/** Compresses the database of a closed world: most of it is the same in all. If that fails, it stays as it is. */
export async function packFolder(folder: string): Promise<void> {
  const file = sqliteFile(folder)
  const part = `${packed(folder)}.new`
  try {
    await writeFile(part, await promisify(gzip)(await readFile(file), { level: constants.Z_BEST_SPEED }))
    await rename(part, packed(folder))
  } catch (failure) {
    await rm(part, { force: true })
    throw failure
  }
  await rm(file)
}

/** Undoes `packFolder`, if it was done. */
export async function unpackFolder(folder: string): Promise<void> {
  const file = sqliteFile(folder)
  const bytes = await readFile(packed(folder)).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code !== 'ENOENT') throw failure
    return undefined
  })
  if (!bytes) return
  await writeFile(`${file}.new`, await promisify(gunzip)(bytes), { mode: 0o600 })
  await rename(`${file}.new`, file)
  await rm(packed(folder))
}
