import type { Hash } from 'node:crypto'
import { z } from 'zod'

/**
 * A backup is a tar archive compressed with Zstandard. Its entries, in this order:
 *
 * - `manifest.json`: which release made it, with which migrations and tables;
 * - `tables/<table>/<number>.jsonl`: the rows of each table in the order of its key, one JSON array per line;
 * - `keys/<file>`: files of the data directory that decrypt secrets in the database;
 * - `blobs/<id>`: the files of accounts;
 * - `apart/<table>/<key>/<number>`: external files of a table's rows, such as those of sandboxes, in parts;
 * - `end.json`: the digest of every table and of everything before it. A backup without it was cut off.
 *
 * It is the same for both databases, so that a backup of one can be restored into the other.
 */
export const formatVersion = 2
export const manifestEntry = 'manifest.json'
export const endEntry = 'end.json'
export const entryPattern =
  /^(?:manifest\.json|end\.json|tables\/(?<table>[a-z0-9_]{1,64})\/\d{9}\.jsonl|keys\/(?<file>[a-z0-9][a-z0-9.-]{0,99})|blobs\/(?<blob>[A-Za-z0-9_-]{1,100})|apart\/(?<owner>[a-z0-9_]{1,64})\/(?<key>[A-Za-z0-9_.-]{1,100})\/(?<part>\d{9}))$/

/** Entries except blobs are read into memory. */
export const maxEntryBytes = 256 * 1024 * 1024

const name = z.string().regex(/^[a-z0-9_]{1,64}$/)
const kind = z.enum(['text', 'integer', 'real', 'boolean', 'bytes', 'json'])

export const originSchema = z.object({ format: z.literal('onedoor-backup'), version: z.int(), onedoor: z.string() })

export const manifestSchema = originSchema.extend({
  created: z.string(),
  database: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name, columns: z.array(z.object({ name, kind })), key: z.array(name) })),
})
export type Manifest = z.infer<typeof manifestSchema>

export const endSchema = z.object({
  tables: z.record(name, z.object({ rows: z.int(), sha256: z.string() })),
  sequences: z.record(z.string(), z.int()),
  blobs: z.object({ count: z.int(), bytes: z.int(), missing: z.int(), damaged: z.int() }),
  /** The external files. Format 1 has none. */
  apart: z.object({ count: z.int(), bytes: z.int(), missing: z.int() }).optional(),
  sha256: z.string(),
})
export type End = z.infer<typeof endSchema>

/** The digest of everything has this before the bytes of each entry. */
export const entryStart = (entry: string, size: number) => `${entry}\0${size}\0`

/** Passes pieces on and adds them to hashes. */
export async function* hashed<Piece extends Uint8Array>(
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
  ...hashes: Hash[]
): AsyncGenerator<Piece> {
  for await (const piece of pieces) {
    for (const hash of hashes) hash.update(piece)
    yield piece
  }
}
