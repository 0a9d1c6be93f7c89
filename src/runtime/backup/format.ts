import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'

/**
 * A backup is a tar archive compressed with Zstandard. Its entries, in this order:
 *
 * - `manifest.json`: what it is, from which release, with which migrations and tables;
 * - `tables/<table>/<number>.jsonl`: the rows of each table in the order of its key, one JSON array a line;
 * - `keys/<file>`: files of the data directory without which what is encrypted in the database cannot be read;
 * - `blobs/<id>`: the bytes of accounts;
 * - `apart/<table>/<key>/<number>`: what is kept of a table's rows outside of the database, such as the files in sandboxes,
 *   in pieces;
 * - `end.json`: the digest of every table and of all that precedes it. A backup without it was cut off.
 *
 * It is the same for both databases, so that a backup of one can be restored into the other.
 */
export const formatVersion = 2

const kinds = ['text', 'integer', 'real', 'boolean', 'bytes', 'json'] as const
const name = z.string().regex(/^[a-z0-9_]{1,64}$/)

const tableShape = z.object({
  name,
  columns: z.array(z.object({ name, kind: z.enum(kinds) })),
  key: z.array(name),
})

export const manifestSchema = z.object({
  format: z.literal('onedoor-backup'),
  version: z.number().int(),
  onedoor: z.string(),
  created: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  tables: z.array(tableShape),
})

/** What the backup is. */
export type Manifest = z.infer<typeof manifestSchema>

export const endSchema = z.object({
  tables: z.record(name, z.object({ rows: z.number().int(), sha256: z.string() })),
  sequences: z.record(z.string(), z.number().int()),
  blobs: z.object({
    count: z.number().int(),
    bytes: z.number().int(),
    missing: z.number().int(),
    damaged: z.number().int(),
  }),
  /** Not in backups of the format 1. */
  apart: z.object({ count: z.number().int(), bytes: z.number().int(), missing: z.number().int() }).optional(),
  sha256: z.string(),
})

/** What it has to hold. */
export type End = z.infer<typeof endSchema>

/** Entries that are read at once must fit into memory. */
export const maxEntryBytes = 256 * 1024 * 1024
/** An entry of rows ends with the row that passes this. */
export const rowsEntryBytes = 1024 * 1024
/** Of what is kept outside of the database, so much is in an entry. */
export const apartEntryBytes = 4 * 1024 * 1024

export const manifestEntry = 'manifest.json'
export const endEntry = 'end.json'
export const blobEntry = /^blobs\/([A-Za-z0-9_-]{1,100})$/
export const keyEntry = /^keys\/([a-z0-9][a-z0-9.-]{0,99})$/
export const apartEntry = /^apart\/([a-z0-9_]{1,64})\/([A-Za-z0-9_.-]{1,100})\/(\d{9})$/
export const rowsEntry = /^tables\/([a-z0-9_]{1,64})\/\d{9}\.jsonl$/

/** The digest of all entries: their names, sizes and contents. */
export class Chain {
  readonly #hash: Hash = createHash('sha256')

  begin(entry: string, size: number): void {
    this.#hash.update(`${entry}\0${size}\0`)
  }

  update(piece: Uint8Array): void {
    this.#hash.update(piece)
  }

  digest(): string {
    return this.#hash.digest('hex')
  }
}

/** The backup cannot be restored: what is wrong with it, as a sentence for the operator. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}
