import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { syncFile, syncFolder } from '../base/sync.ts'
import type { ByteStore } from '../blobs/types.ts'
import { RowsDigest } from '../store/transfer/rows.ts'
import type { Cell, Snapshot, TableShape } from '../store/transfer/types.ts'
import { encrypting } from './backup-encryption.ts'
import type { ExternalFiles } from './external-files.ts'
import { type End, endEntry, entryPattern, entryStart, formatVersion, hashed, manifestEntry } from './format.ts'

/** A part of a table ends with the row that exceeds this. */
const rowsPartBytes = 1024 * 1024
const externalPartBytes = 4 * 1024 * 1024

export interface BackupSource {
  readonly snapshot: Snapshot
  readonly version: string
  readonly now: number
  /** Files to include if they exist. */
  readonly keyFiles?: readonly string[]
  readonly externalFiles?: readonly ExternalFiles[]
  /** Encrypts the backup. */
  readonly key?: Uint8Array | undefined
  /** Ends the writing, which then fails. */
  readonly signal?: AbortSignal | undefined
  /** @param secret identifies the instance where bytes are stored */
  openBytes?(secret: string): Promise<ByteStore>
}

/**
 * Writes a backup beside the file and renames it when it is complete and on disk, readable by its owner alone.
 *
 * @throws Error when the file exists, or what reading and writing throws; then no file of that name was made
 */
export async function writeBackup(file: string, source: BackupSource): Promise<End> {
  if (existsSync(file)) throw new Error(`${file} already exists. Name a new file, or delete this one first.`)
  const draft = join(dirname(file), `.${basename(file)}.partial-${randomBytes(6).toString('hex')}`)
  try {
    const archive = pack()
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const output = createWriteStream(draft, { flags: 'wx', mode: 0o600 })
    const { key, signal } = source
    const written = key
      ? pipeline(archive, compress, encrypting(key), output, { signal })
      : pipeline(archive, compress, output, { signal })
    const filled = new BackupWriter(archive, source).write().catch((error: Error) => {
      archive.destroy(error)
      throw error
    })
    const [outcome] = await Promise.allSettled([written, filled])
    // Each failure ends the other, and this one has the cause.
    if (outcome.status === 'rejected') throw outcome.reason
    await syncFile(draft)
    await rename(draft, file)
    await syncFolder(dirname(file))
    return await filled
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!/^E[A-Z]+$/.test(code ?? '')) throw error
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new Error(`${file} cannot be written, because the disk is full. Free some space, and create it again.`, {
        cause: error,
      })
    }
    throw new Error(`${file} cannot be written: ${message}`, { cause: error })
  } finally {
    await rm(draft, { force: true })
  }
}

class BackupWriter {
  readonly #archive: Pack
  readonly #source: BackupSource
  readonly #hash = createHash('sha256')
  readonly #blobs = { count: 0, bytes: 0, missing: 0, damaged: 0 }
  readonly #external = { count: 0, bytes: 0, missing: 0 }

  constructor(archive: Pack, source: BackupSource) {
    this.#archive = archive
    this.#source = source
  }

  async write(): Promise<End> {
    const { snapshot, version, now, keyFiles = [], externalFiles = [] } = this.#source
    const { tables, sequences, migrations, dialect } = snapshot
    const origin = { format: 'onedoor-backup', version: formatVersion, onedoor: version }
    const manifest = { ...origin, created: new Date(now).toISOString(), database: dialect, migrations, tables }
    await this.#add(manifestEntry, Buffer.from(JSON.stringify(manifest)))
    const digests: End['tables'] = {}
    for (const table of tables) digests[table.name] = await this.#addRows(table)
    for (const file of keyFiles) {
      if (existsSync(file)) await this.#add(`keys/${basename(file)}`, await readFile(file))
    }
    await this.#addBlobs()
    for (const files of externalFiles) {
      for await (const row of this.#rowsOf(files.table)) {
        const key = files.keyOf(row)
        if (key !== undefined) await this.#addExternal(files, key)
      }
    }
    const end = { tables: digests, sequences, blobs: this.#blobs, apart: this.#external }
    const summary = { ...end, sha256: this.#hash.copy().digest('hex') }
    await this.#add(endEntry, Buffer.from(JSON.stringify(summary)))
    this.#archive.finalize()
    return summary
  }

  async #addRows(table: TableShape) {
    const digest = new RowsDigest()
    const { snapshot } = this.#source
    async function* lines() {
      for await (const row of snapshot.rows(table)) yield Buffer.from(digest.add(table, row))
    }
    for await (const [part, bytes] of partsOf(lines(), rowsPartBytes)) {
      await this.#add(`tables/${table.name}/${part}.jsonl`, bytes)
    }
    return digest.result()
  }

  /** Leaves out what was deleted after the snapshot: the restored record will have no bytes. */
  async #addBlobs(): Promise<void> {
    let store: ByteStore | undefined
    for await (const { name, value } of this.#rowsOf('server_secrets')) {
      if (name === 'blobs') store = await this.#source.openBytes?.(String(value))
    }
    if (!store) return
    try {
      for await (const { id, state, owner, sha256 } of this.#rowsOf('blobs')) {
        // Others are being written or deleted.
        if (state !== 'stored' || owner === null) continue
        const size = await store.size(String(id))
        const source = await store.open(String(id))
        if (size === undefined || !source) this.#blobs.missing += 1
        else {
          const hash = createHash('sha256')
          await this.#add(`blobs/${id}`, hashed(source, hash), size)
          this.#blobs.count += 1
          this.#blobs.bytes += size
          if (hash.digest('hex') !== sha256) this.#blobs.damaged += 1
        }
      }
    } finally {
      store.close()
    }
  }

  /** Counts what cannot be read from the beginning as missing; what breaks off later cannot be taken back. */
  async #addExternal(files: ExternalFiles, key: string): Promise<void> {
    let length = 0
    try {
      const source = await files.open(key)
      if (!source) return
      for await (const [part, bytes] of partsOf(source, externalPartBytes)) {
        await this.#add(`apart/${files.table}/${key}/${part}`, bytes)
        length += bytes.length
      }
      this.#external.count += 1
      this.#external.bytes += length
    } catch (cause) {
      if (length > 0) throw new Error(`The files for ${files.table} ${key} could not be read completely.`, { cause })
      this.#external.missing += 1
    }
  }

  async *#rowsOf(name: string): AsyncGenerator<Record<string, Cell>> {
    const table = this.#source.snapshot.tables.find((each) => each.name === name)
    if (!table) return
    for await (const row of this.#source.snapshot.rows(table)) {
      yield Object.fromEntries(table.columns.map((column, index) => [column.name, row[index] ?? null]))
    }
  }

  async #add(name: string, content: Buffer | AsyncIterable<Buffer>, size = (content as Buffer).length): Promise<void> {
    this.#source.signal?.throwIfAborted()
    if (!entryPattern.test(name))
      throw new Error(`The database contains the name "${name}", which a backup cannot contain.`)
    this.#hash.update(entryStart(name, size))
    const sink = this.#archive.entry({ name, size, mode: 0o600, mtime: new Date(this.#source.now) })
    await pipeline(hashed(Buffer.isBuffer(content) ? [content] : content, this.#hash), sink)
  }
}

/** Joins pieces into numbered parts that end when they exceed a size. */
async function* partsOf(pieces: AsyncIterable<Buffer>, bytes: number): AsyncGenerator<[part: string, bytes: Buffer]> {
  let part = 0
  let joined: Buffer[] = []
  let length = 0
  const next = (): [string, Buffer] => [String(part++).padStart(9, '0'), Buffer.concat(joined)]
  for await (const piece of pieces) {
    joined.push(piece)
    length += piece.length
    if (length < bytes) continue
    yield next()
    joined = []
    length = 0
  }
  if (length > 0) yield next()
}
