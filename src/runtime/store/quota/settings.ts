import { setting, wholeNumber } from '../../base/setting.ts'

const bytesPerMib = 1024 * 1024

/** How much accounts may store. */
export const quotaSettings = {
  quotaBytes: setting({
    name: 'QUOTA_MIB',
    rule: 'a whole number of MiB from 1 to 104857600',
    fallback: '1024',
    meaning: 'The storage, in MiB, that each account may use for records, files, pictures and all its other data.',
    without: 'Nothing.',
    example: '5120',
    schema: () => wholeNumber(1, 104_857_600).transform((mebibytes) => mebibytes * bytesPerMib),
  }),
} as const
