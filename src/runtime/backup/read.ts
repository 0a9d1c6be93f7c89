import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { extract } from 'tar-stream'
import { rowOf } from '../store/carry/cells.ts'
import type { Cell, TableShape } from '../store/carry/types.ts'
import { blobSecretIn } from './create.ts'
import {
  apartEntry,
  BackupError,
  blobEntry,
  Chain,
  type End,
  endEntry,
  endSchema,
  formatVersion,
  keyEntry,
  type Manifest,
  manifestEntry,
  manifestSchema,
  maxEntryBytes,
  rowsEntry,
} from './format.ts'

/** A backup that was read whole and is what was written. */
export interface CheckedBackup {
  readonly manifest: Manifest
  readonly end: End
  /** What names the place of the bytes; undefined if the instance never stored any. */
  readonly instanceSecret: string | undefined
}

/** Takes what a backup holds, one entry after the other. */
export interface BackupReader {
  rows?(table: TableShape, rows: readonly (readonly Cell[])[]): Promise<void>
  key?(file: string, bytes: Buffer): Promise<void>
  /** Must read all bytes. */
  blob?(id: string, bytes: AsyncIterable<Uint8Array>, size: number): Promise<void>
  /** Pieces of one content come one after the other, numbered from 0. */
  apart?(place: { readonly table: string; readonly key: string; readonly part: number }, bytes: Buffer): Promise<void>
}

/**
 * Reads a backup from beginning to end, and checks it on the way: only when this resolves was everything that the reader
 * was given what had been written.
 *
 * @throws BackupError for a file that is no backup, is damaged or was cut off, or comes from a newer release; what the
 * reader throws
 */
export async function readBackup(file: string, reader: BackupReader = {}): Promise<CheckedBackup> {
  const archive = extract()
  const reading = new Reading(file, reader)
  const source = createReadStream(file)
  const opened = new Promise<void>((resolve, reject) => source.once('open', () => resolve()).once('error', reject))
  await opened.catch((cause: Error) => {
    throw new BackupError(`${file} cannot be read: ${cause.message}`, { cause })
  })
  const arriving = pipeline(source, createZstdDecompress(), archive)
  const taking = (async () => {
    for await (const entry of archive) {
      await reading.take(entry.header.name, entry.header.size, entry as AsyncIterable<Uint8Array>)
    }
  })()
  const [taken, arrived] = await Promise.allSettled([taking, arriving])
  // What the reader throws closes the stream, whose complaint about that is of no interest.
  if (taken.status === 'rejected' && !isOfStream(taken.reason)) throw taken.reason
  if (arrived.status === 'rejected') throw reading.damaged(arrived.reason)
  if (taken.status === 'rejected') throw reading.damaged(taken.reason)
  return reading.finish()
}

/** Errors of the archive and the decompression, which mean that the file is not what was written. */
function isOfStream(error: unknown): boolean {
  const { code, message = '' } = error as { code?: string; message?: string }
  return (
    /^(?:ZSTD_|ERR_|Z_)/.test(code ?? '') ||
    /tar header|Unexpected end of data|Stream was destroyed|Premature close/i.test(message)
  )
}

class Reading {
  readonly #file: string
  readonly #reader: BackupReader
  readonly #chain = new Chain()
  #manifest: Manifest | undefined
  #end: End | undefined
  #instanceSecret: string | undefined

  constructor(file: string, reader: BackupReader) {
    this.#file = file
    this.#reader = reader
  }

  async take(entry: string, size: number, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    if (this.#end || (!this.#manifest && entry !== manifestEntry)) throw this.damaged()
    if (entry === endEntry) {
      this.#end = this.#parsed(endSchema, await this.#whole(size, bytes))
      if (this.#end.sha256 !== this.#chain.digest()) throw this.damaged()
      return
    }
    this.#chain.begin(entry, size)
    const blob = blobEntry.exec(entry)?.[1]
    if (blob !== undefined) return this.#takeBlob(blob, size, bytes)
    const content = await this.#whole(size, bytes)
    this.#chain.update(content)
    if (entry === manifestEntry) this.#manifest = this.#readManifest(content)
    else await this.#takeContent(entry, content)
  }

  async #takeBlob(id: string, size: number, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const chain = this.#chain
    async function* chained() {
      for await (const piece of bytes) {
        chain.update(piece)
        yield piece
      }
    }
    if (this.#reader.blob) await this.#reader.blob(id, chained(), size)
    else for await (const piece of bytes) chain.update(piece)
  }

  async #takeContent(entry: string, content: Buffer): Promise<void> {
    const [, name] = rowsEntry.exec(entry) ?? []
    const [, key] = keyEntry.exec(entry) ?? []
    const [, table, apartKey, part] = apartEntry.exec(entry) ?? []
    if (name !== undefined) {
      const table = this.#manifest?.tables.find((each) => each.name === name)
      if (!table) throw this.damaged()
      if (!this.#reader.rows && name !== 'server_secrets') return
      const rows = this.#rowsIn(table, content)
      if (name === 'server_secrets') this.#instanceSecret ??= blobSecretIn(table, rows)
      await this.#reader.rows?.(table, rows)
    } else if (key !== undefined) await this.#reader.key?.(key, content)
    else if (table !== undefined && apartKey !== undefined)
      await this.#reader.apart?.({ table, key: apartKey, part: Number(part) }, content)
    else throw this.damaged()
  }

  #rowsIn(table: TableShape, content: Buffer): Cell[][] {
    try {
      const lines = content.toString('utf8').split('\n')
      return lines.filter((line) => line !== '').map((line) => rowOf(table, line))
    } catch (cause) {
      throw this.damaged(cause)
    }
  }

  #readManifest(content: Buffer): Manifest {
    let told: { format?: unknown; version?: unknown; onedoor?: unknown }
    try {
      told = JSON.parse(content.toString('utf8'))
    } catch (cause) {
      throw this.damaged(cause)
    }
    if (told.format === 'onedoor-backup' && Number(told.version) > formatVersion) {
      throw new BackupError(
        `${this.#file} was made by a newer release (${String(told.onedoor)}), whose format this one does not know: restore it with that release.`,
      )
    }
    return this.#parsed(manifestSchema, content)
  }

  #parsed<T>(schema: { parse(value: unknown): T }, content: Buffer): T {
    try {
      return schema.parse(JSON.parse(content.toString('utf8')))
    } catch (cause) {
      throw this.damaged(cause)
    }
  }

  async #whole(size: number, bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
    if (size > maxEntryBytes) throw this.damaged()
    const pieces: Uint8Array[] = []
    for await (const piece of bytes) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  finish(): CheckedBackup {
    if (!this.#manifest || !this.#end) throw this.damaged()
    return { manifest: this.#manifest, end: this.#end, instanceSecret: this.#instanceSecret }
  }

  damaged(cause?: unknown): BackupError {
    if (cause instanceof BackupError) return cause
    const sentence = this.#manifest
      ? `${this.#file} is damaged or was cut off, so nothing is restored from it: use another backup.`
      : `${this.#file} is not a backup of Onedoor, or its beginning is damaged.`
    return new BackupError(sentence, { cause })
  }
}
