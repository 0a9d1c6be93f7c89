import { resolve } from 'node:path'
import { z } from 'zod'
import { parseUrl } from '../base/parse-url.ts'
import { optional, setting, wholeNumber } from '../base/setting.ts'

/** Where the data is stored. */
export const storeSettings = {
  dataDir: setting({
    name: 'DATA_DIR',
    rule: 'the path of a directory',
    fallback: './data',
    meaning:
      'The directory for the database file and everything else that the server stores. It is created if it is missing.',
    without: 'Nothing.',
    example: '/var/lib/onedoor',
    schema: () =>
      z
        .string()
        .refine((text) => !text.includes('\0'))
        .transform((text) => resolve(text)),
  }),
  diskReserveBytes: setting({
    name: 'DISK_RESERVE_MIB',
    rule: 'a whole number of MiB from 1 to 10240, or off',
    fallback: '16',
    meaning:
      'The size, in MiB, of a file that reserves space on the disk that contains DATA_DIR. With SQLite, the server deletes this file when the disk is full, so that people and operators can still delete data.',
    without: 'With `off`, it may be impossible to delete data when the disk is full.',
    example: '64',
    schema: () =>
      wholeNumber(1, 10_240)
        .transform((mebibytes) => mebibytes * 1024 * 1024)
        .or('off', 0),
  }),
  databaseUrl: optional({
    name: 'DATABASE_URL',
    rule: 'a postgres:// address',
    fallbackText: 'SQLite in DATA_DIR',
    meaning: 'The PostgreSQL database that stores the data instead of the file in DATA_DIR.',
    without: 'The server uses SQLite, which supports only one server process.',
    example: 'postgres://onedoor:password@localhost:5432/onedoor',
    secret: true,
    schema: () => z.string().refine((text) => ['postgres:', 'postgresql:'].includes(parseUrl(text)?.protocol ?? '')),
  }),
} as const
