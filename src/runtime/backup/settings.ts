import { isAbsolute } from 'node:path'
import { parseUrl } from '../base/parse-url.ts'
import { KEY_RULE, parseKey } from '../base/secrets/keys.ts'
import { optional, parsedBy, setting } from '../base/setting.ts'
import { type Keep, parseKeep } from './rotation.ts'

/** Where scheduled backups are stored. `prefix` has a slash at its end unless it is empty. */
export type BackupTarget =
  | { readonly folder: string }
  | { readonly endpoint: string; readonly bucket: string; readonly prefix: string }

/** When backups are created, and where they are stored. */
export const backupSettings = {
  backupTo: optional<BackupTarget>({
    name: 'BACKUP_TO',
    rule: 'the absolute path of a folder, or the https:// or http:// address of an S3-compatible store with a bucket and optionally a prefix',
    fallbackText: 'none',
    meaning:
      'Where the server stores a backup every day. In an S3-compatible store, it uses S3_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. See docs/guides/backups.md.',
    without: 'Backups are created only by `onedoor backup create`.',
    example: '/var/backups/onedoor',
    schema: () => parsedBy(parseTarget),
  }),
  backupAt: setting({
    name: 'BACKUP_AT',
    rule: 'a time of day from 00:00 to 23:59',
    fallback: '02:30',
    meaning: 'When the daily backup begins, in TIME_ZONE.',
    without: 'Nothing.',
    example: '04:15',
    schema: () =>
      parsedBy((text) => {
        const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
        return hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute) }
      }),
  }),
  backupKeep: setting<Keep>({
    name: 'BACKUP_KEEP',
    rule: 'numbers of daily, weekly and monthly backups, each from 0 to 1000, such as 7 daily, 4 weekly, 12 monthly',
    fallback: '7 daily, 4 weekly, 12 monthly',
    meaning:
      'How many backups in BACKUP_TO are kept: the last one of each day, week and month, for as many days, weeks and months as this setting says. Others are deleted after a new backup has been verified, but never the last good one.',
    without: 'Nothing.',
    example: '14 daily, 8 weekly',
    schema: () => parsedBy(parseKeep),
  }),
  backupKey: optional({
    name: 'BACKUP_KEY',
    rule: KEY_RULE,
    fallbackText: 'none',
    meaning:
      'The key with which backups are encrypted, and without which they cannot be restored. Store it somewhere other than this machine.',
    without: 'Backups are not encrypted. Encrypted ones cannot be read.',
    example: 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
    secret: true,
    schema: () => parsedBy(parseKey),
  }),
} as const

function parseTarget(text: string): BackupTarget | undefined {
  if (isAbsolute(text)) return { folder: text }
  const url = parseUrl(text)
  if (!url || !/^https?:$/.test(url.protocol) || /[?#@]/.test(text)) return undefined
  const [, bucket = '', prefix] =
    /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9._/-]{0,200}?))?\/*$/.exec(url.pathname) ?? []
  if (bucket === '') return undefined
  return { endpoint: url.origin, bucket, prefix: prefix ? `${prefix}/` : '' }
}
