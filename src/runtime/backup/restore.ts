import { once } from 'node:events'
import { rename, rm, writeFile } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import type { BytePlaces } from '../blobs/open.ts'
import { Digester, RowsDifferError } from '../store/carry/compare.ts'
import type { Load, Snapshot } from '../store/carry/types.ts'
import type { KeptApart } from './apart.ts'
import { BackupError, type End } from './format.ts'
import { type CheckedBackup, readBackup } from './read.ts'

/** What fills a database from a backup, and checks afterwards that it holds the same rows. */
export function loadOf(file: string, { end }: CheckedBackup): Load {
  return {
    sequences: () => end.sequences,
    async fill(loader) {
      await readBackup(file, { rows: (table, rows) => loader.insert(table, rows) })
    },
    check: (loaded) => checkDigests(loaded, end),
  }
}

async function checkDigests(loaded: Snapshot, end: End): Promise<void> {
  for (const table of loaded.tables) {
    const digester = new Digester(table)
    for await (const batch of loaded.rows(table)) for (const row of batch) digester.add(row)
    const { rows, sha256 } = digester.digest()
    const kept = end.tables[table.name]
    if (kept?.rows === rows && kept.sha256 === sha256) continue
    throw new RowsDifferError(
      `${table.name} has ${rows} rows, and ${kept?.rows ?? 'no'} in the backup, or not the same`,
    )
  }
}

/**
 * Brings back the keys and the bytes of a backup.
 *
 * @param keyFiles where the keys are kept; others are ignored
 * @param openBytes opens the place of the bytes
 */
export async function restoreFiles(
  file: string,
  { instanceSecret }: CheckedBackup,
  keyFiles: readonly string[],
  openBytes: (instanceSecret: string) => Promise<BytePlaces>,
): Promise<void> {
  const places = instanceSecret === undefined ? undefined : await openBytes(instanceSecret)
  try {
    await readBackup(file, {
      async key(name, bytes) {
        const target = keyFiles.find((path) => path.endsWith(`/${name}`))
        if (target !== undefined) await replaceFile(target, bytes)
      },
      async blob(id, bytes, size) {
        if (!places) return
        // Left behind by a restore that did not finish.
        await places.spool.delete(id)
        const onTooLong = () => new Error(`${id} is longer than ${size} bytes`)
        await places.bytes.keep(id, await places.spool.write(id, bytes, { maxBytes: size, onTooLong }))
      },
    })
  } finally {
    places?.bytes.close()
  }
}

/**
 * Brings back what is kept outside of the database, in place of all that there is.
 *
 * @throws BackupError naming what could not be brought back
 */
export async function restoreApart(file: string, apart: readonly KeptApart[]): Promise<void> {
  for (const kept of apart) await kept.clear()
  let filling: Filling | undefined
  try {
    await readBackup(file, {
      async apart({ table, key, part }, bytes) {
        const kept = apart.find((each) => each.table === table)
        if (!kept) throw new BackupError(`${file} holds what belongs to ${table}, which this release does not know.`)
        if (part === 0) {
          await filling?.end()
          filling = new Filling(kept, key)
        }
        await filling?.add(bytes)
      },
    })
    await filling?.end()
  } finally {
    filling?.abandon()
  }
}

/** One content on its way back. */
class Filling {
  readonly #input = new PassThrough()
  readonly #done: Promise<void>
  readonly #name: string

  constructor(kept: KeptApart, key: string) {
    this.#name = `${kept.table} ${key}`
    this.#done = kept.fill(key, this.#input)
    // Whoever adds or ends hears of it.
    this.#done.catch(() => undefined)
  }

  async add(bytes: Buffer): Promise<void> {
    if (!this.#input.write(bytes)) await Promise.race([once(this.#input, 'drain'), this.#ended()])
  }

  async end(): Promise<void> {
    this.#input.end()
    await this.#ended()
  }

  abandon(): void {
    if (!this.#input.writableFinished) this.#input.destroy()
  }

  #ended(): Promise<void> {
    return this.#done.catch((cause: Error) => {
      throw new BackupError(`What the backup holds of ${this.#name} cannot be brought back: ${cause.message}`, {
        cause,
      })
    })
  }
}

async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.restoring`
  await rm(draft, { force: true })
  await writeFile(draft, bytes, { mode: 0o600, flush: true })
  await rename(draft, path)
}
