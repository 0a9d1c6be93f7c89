import type { Readable } from 'node:stream'

/** What belongs to rows of a table and is neither in the database nor in the store of bytes, such as the files of sandboxes. */
export interface ExternalFiles extends AsyncDisposable {
  readonly table: string
  /**
   * Names the content of a row in a backup. A restore gets this key only, not the row.
   *
   * @returns at most 100 letters, digits, dots, hyphens and underscores; undefined for a row without content
   */
  keyOf(row: Readonly<Record<string, unknown>>): string | undefined
  /** Opens the content; undefined if the row has no content. @throws Error with a sentence if it cannot be read */
  open(key: string): Promise<Readable | undefined>
  /** Deletes the content of all rows. */
  clear(): Promise<void>
  /** Restores what `open` returned. @throws Error with a sentence */
  fill(key: string, bytes: Readable): Promise<void>
}
