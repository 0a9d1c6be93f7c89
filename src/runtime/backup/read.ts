import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import type { z } from 'zod'
import { parseRow } from '../store/transfer/rows.ts'
import type { Row, TableShape } from '../store/transfer/types.ts'
import { decrypted } from './backup-encryption.ts'
import * as format from './format.ts'

/** Receives the contents of a backup in their order. */
export interface BackupReader {
  rows?(table: TableShape, parse: () => Row[]): Promise<void>
  key?(file: string, bytes: Buffer): Promise<void>
  blob?(id: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void>
  /** Called for each part of one content, numbered from 0, before the next content. */
  external?(table: string, key: string, part: number, bytes: Buffer): Promise<void>
}

/** Where a backup is, and how to read it. */
interface BackupSource {
  /** BACKUP_KEY: needed for an encrypted backup. */
  readonly key?: Uint8Array | undefined
  /** Opens its bytes, if it is not a file on this machine. */
  open?(): Promise<Readable>
  /** Ends the reading, which then fails. */
  readonly signal?: AbortSignal | undefined
}

export interface BackupSummary {
  readonly manifest: format.Manifest
  readonly end: format.End
}

/**
 * Reads and checks a backup from beginning to end: everything that the reader received is right only when this resolves.
 *
 * @throws Error with a sentence for a file that is not a backup, is damaged, was cut off or comes from a newer release;
 * what the reader throws
 */
export async function readBackup(
  file: string,
  reader: BackupReader = {},
  { key, open = () => openFile(file), signal }: BackupSource = {},
): Promise<BackupSummary> {
  const bytes = await open()
  if (signal) addAbortSignal(signal, bytes)
  try {
    return await readAll(await decrypted(bytes, file, key), new Reading(file, reader))
  } finally {
    bytes.destroy()
  }
}

async function readAll(source: AsyncIterable<Uint8Array>, reading: Reading): Promise<BackupSummary> {
  const archive = extract()
  const arrived = pipeline(source, createZstdDecompress(), archive)
  arrived.catch(() => undefined)
  try {
    const entries = archive[Symbol.asyncIterator]()
    for (;;) {
      const { value: entry } = await entries.next().catch(reading.fail)
      if (!entry) break
      await reading.take(entry.header.name, entry.header.size ?? 0, entry)
    }
    await arrived.catch(reading.fail)
    return reading.summary()
  } finally {
    archive.destroy()
    await arrived.catch(() => undefined)
  }
}

async function openFile(file: string): Promise<Readable> {
  const handle = await open(file).catch((cause: Error) => {
    throw new Error(`${file} cannot be read: ${cause.message}`, { cause })
  })
  return handle.createReadStream()
}

class Reading {
  readonly #file: string
  readonly #reader: BackupReader
  readonly #hash = createHash('sha256')
  #manifest: format.Manifest | undefined
  #end: format.End | undefined

  constructor(file: string, reader: BackupReader) {
    this.#file = file
    this.#reader = reader
  }

  async take(entry: string, size: number, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.#end || (!this.#manifest && entry !== format.manifestEntry)) this.fail()
    const sha256 = this.#hash.copy().digest('hex')
    this.#hash.update(format.entryStart(entry, size))
    const pieces = format.hashed(this.#readable(bytes), this.#hash)
    const { table, file, blob, owner, key = '', part } = format.entryPattern.exec(entry)?.groups ?? {}
    if (blob !== undefined) {
      await this.#reader.blob?.(blob, pieces, size)
      for await (const _ of pieces);
      return
    }
    const content = size > format.maxEntryBytes ? this.fail() : await buffer(pieces)
    if (entry === format.manifestEntry) this.#manifest = this.#readManifest(content)
    else if (entry === format.endEntry) {
      this.#end = this.#parse(content, format.endSchema)
      if (this.#end.sha256 !== sha256) this.fail()
    } else if (table !== undefined) {
      const shape = this.#manifest?.tables.find(({ name }) => name === table) ?? this.fail()
      const lines = () => content.toString().trimEnd().split('\n')
      await this.#reader.rows?.(shape, () => lines().map((line) => parseRow(shape, line)))
    } else if (file !== undefined) await this.#reader.key?.(file, content)
    else if (owner !== undefined) await this.#reader.external?.(owner, key, Number(part), content)
    else this.fail()
  }

  #readManifest(content: Buffer): format.Manifest {
    const { version, onedoor } = this.#parse(content, format.originSchema)
    if (version <= format.formatVersion) return this.#parse(content, format.manifestSchema)
    throw new Error(
      `${this.#file} was created by a newer release (${onedoor}), whose format this release does not support. Restore it with that release.`,
    )
  }

  #parse<Value>(content: Buffer, schema: z.ZodType<Value>): Value {
    try {
      return schema.parse(JSON.parse(content.toString()))
    } catch (cause) {
      return this.fail(cause)
    }
  }

  /** Marks errors of the file, as opposed to those of the reader. */
  async *#readable(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    try {
      yield* bytes
    } catch (cause) {
      this.fail(cause)
    }
  }

  summary(): BackupSummary {
    return { manifest: this.#manifest ?? this.fail(), end: this.#end ?? this.fail() }
  }

  readonly fail = (cause?: unknown): never => {
    const sentence = this.#manifest
      ? `${this.#file} is damaged or was cut off, so nothing was restored from it. Use another backup.`
      : `${this.#file} is not a backup of Onedoor, or its beginning is damaged.`
    throw new Error(sentence, { cause })
  }
}
