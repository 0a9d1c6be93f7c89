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
    meaning: 'The directory of the database file and everything else the server stores; created if it is missing.',
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
      'The room on the disk of DATA_DIR that a file keeps free for a full disk: with SQLite it is deleted when the disk is full, so that people and operators can still delete.',
    without: 'With `off`, deleting may be impossible when the disk is full.',
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
    without: 'SQLite is used, which serves one server process.',
    example: 'postgres://onedoor:password@localhost:5432/onedoor',
    secret: true,
    schema: () => z.string().refine((text) => ['postgres:', 'postgresql:'].includes(parseUrl(text)?.protocol ?? '')),
  }),
} as const
