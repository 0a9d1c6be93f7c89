import { resolve } from 'node:path'
import { z } from 'zod'
import { parseUrl } from '../base/parse-url.ts'
import { optional, setting } from '../base/setting.ts'

/** Where the data is kept. */
export const storeSettings = {
  dataDir: setting({
    name: 'DATA_DIR',
    rule: 'the path of a directory',
    fallback: './data',
    meaning:
      'The directory that holds the database file and everything else the server stores; created if it is missing.',
    without: 'Nothing.',
    example: '/var/lib/onedoor',
    schema: z
      .string()
      .refine((text) => !text.includes('\0'))
      .transform((text) => resolve(text)),
  }),
  databaseUrl: optional({
    name: 'DATABASE_URL',
    rule: 'a postgres:// address',
    fallbackText: 'SQLite in DATA_DIR',
    meaning: 'The PostgreSQL database that holds the data instead of the file in DATA_DIR.',
    without: 'SQLite is used, which serves one server process.',
    example: 'postgres://onedoor:password@localhost:5432/onedoor',
    secret: true,
    schema: z.string().refine((text) => ['postgres:', 'postgresql:'].includes(parseUrl(text)?.protocol ?? '')),
  }),
} as const
