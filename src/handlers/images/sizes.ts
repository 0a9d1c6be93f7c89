import type { StoredSizes } from './rows/images.ts'

export type SizeName = 'thumbnail' | '1024' | 'full'

const names: ReadonlySet<string> = new Set(['thumbnail', '1024', 'full'] satisfies SizeName[])

/** Whether a text names a size. */
export function isSizeName(text: string): text is SizeName {
  return names.has(text)
}

/** A copy of a picture among its stored bytes. */
export interface StoredCopy {
  readonly type: string
  /** Where it begins, from 0. */
  readonly start: number
  readonly size: number
  /** Changes with the bytes; with its quotes. */
  readonly etag: string
}

/** The copy that is asked for, or the next larger one if it would not have been smaller. */
export function copyOf(row: StoredSizes, name: SizeName): StoredCopy {
  const [full, medium, thumbnail] = [row.bytes, row.medium_bytes, row.thumbnail_bytes].map(Number) as [
    number,
    number,
    number,
  ]
  const etag = (copy: SizeName) => `"${row.checksum}-${copy}"`
  if (name === 'thumbnail' && thumbnail > 0) {
    return { type: 'image/webp', start: full + medium, size: thumbnail, etag: etag('thumbnail') }
  }
  if (name !== 'full' && medium > 0) return { type: 'image/webp', start: full, size: medium, etag: etag('1024') }
  return { type: row.type, start: 0, size: full, etag: etag('full') }
}
