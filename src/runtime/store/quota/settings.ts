import { invalidArgument } from '../../base/errors.ts'
import { setting, wholeNumber } from '../../base/setting.ts'

export const bytesPerMib = 1024 * 1024
const maxMib = 104_857_600
const rule = `a whole number of MiB from 1 to ${maxMib}`

/** How much accounts may store. */
export const quotaSettings = {
  quotaBytes: setting({
    name: 'QUOTA_MIB',
    rule,
    fallback: '1024',
    meaning:
      'The storage, in MiB, that each account may use for records, files, pictures and all its other data, unless an administrator has set another quota for it.',
    without: 'Nothing.',
    example: '5120',
    schema: () => wholeNumber(1, maxMib).transform((mebibytes) => mebibytes * bytesPerMib),
  }),
} as const

/** The bytes of a typed number of MiB. @throws ApiError invalid_argument, about `quota` */
export function quotaFrom(typed: string): number {
  const mebibytes = Number(typed)
  if (/^\d{1,9}$/.test(typed) && mebibytes >= 1 && mebibytes <= maxMib) return mebibytes * bytesPerMib
  throw invalidArgument('quota', `must be ${rule}`, `The quota must be ${rule}.`)
}
