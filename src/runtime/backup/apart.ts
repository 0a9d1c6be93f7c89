import type { Readable } from 'node:stream'

/** What is kept of the rows of a table outside of the database and the store of bytes, such as the files in a sandbox. */
export interface KeptApart {
  readonly table: string
  /**
   * What names the content of a row in a backup, and is all that is known of it when it is brought back.
   *
   * @param cells of the row by column
   * @returns letters, digits, dots, hyphens and underscores, 100 at most; undefined for a row that has no content
   */
  keyOf(cells: Readonly<Record<string, unknown>>): string | undefined
  /** Opens the content; undefined where there is none. @throws Error with a sentence where there is some that cannot be had */
  open(key: string): Promise<Readable | undefined>
  /** Deletes all content of all rows. */
  clear(): Promise<void>
  /** Brings back what `open` gave. @throws Error with a sentence */
  fill(key: string, bytes: Readable): Promise<void>
  close(): Promise<void>
}
