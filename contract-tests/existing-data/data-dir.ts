import { createReadStream } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createZstdDecompress, zstdCompressSync } from 'node:zlib'
import { extract, pack } from 'tar-stream'

/** Folders for this machine alone, and the files of sandboxes, which only backups store portably. */
const leftOut = /^(shell|browser)\//

/** The files of a stopped server's data directory, as one compressed archive. */
export async function packDataDir(dataDir: string): Promise<Buffer> {
  const archive = pack()
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(dataDir.length + 1))
  for (const name of names.sort()) {
    if (!leftOut.test(name))
      archive.entry({ name, mtime: new Date(0), mode: 0o600 }, await readFile(join(dataDir, name)))
  }
  archive.finalize()
  return zstdCompressSync(await buffer(archive))
}

/** @param isWanted which files to unpack, by their paths in the data directory; all if not given */
export async function unpackDataDir(
  file: string,
  dataDir: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<void> {
  const entries = extract()
  createReadStream(file).pipe(createZstdDecompress()).pipe(entries)
  for await (const entry of entries) {
    const { name } = entry.header
    const content = await buffer(Readable.from(entry))
    if (!isWanted(name)) continue
    const path = join(dataDir, name)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeFile(path, content, { mode: 0o600 })
  }
}
