import { setting, wholeNumber } from '#runtime/base/setting.ts'
import { chromiumSettings } from '#runtime/isolation/chromium/chromium-settings.ts'

/** Settings of the browser that loads pages. */
export const browserSettings = {
  ...chromiumSettings,
  browserPages: setting({
    name: 'BROWSER_PAGES',
    rule: 'a whole number from 1 to 64',
    fallback: '2',
    meaning: 'The number of pages that one server process may have open concurrently. Additional calls wait.',
    without: 'Nothing.',
    example: '8',
    schema: () => wholeNumber(1, 64),
  }),
  browserPageBytes: setting({
    name: 'BROWSER_PAGE_MIB',
    rule: 'a whole number of MiB from 1 to 1024',
    fallback: '50',
    meaning: 'The amount of data, in MiB, that one page may load.',
    without: 'Nothing.',
    example: '20',
    schema: () => wholeNumber(1, 1024).transform((mebibytes) => mebibytes * 1024 * 1024),
  }),
  browserShotBytes: setting({
    name: 'BROWSER_SHOTS_MIB',
    rule: 'a whole number of MiB from 16 to 1048576',
    fallback: '512',
    meaning:
      'The space, in MiB, for page screenshots, which are stored for a day. When the space is full, the oldest screenshots are deleted early.',
    without: 'Nothing.',
    example: '2048',
    schema: () => wholeNumber(16, 1_048_576).transform((mebibytes) => mebibytes * 1024 * 1024),
  }),
} as const
