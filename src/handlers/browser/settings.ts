import { z } from 'zod'
import { parseUrl } from '#runtime/base/parse-url.ts'
import { optional, setting, wholeNumber } from '#runtime/base/setting.ts'
import { storeSettings } from '#runtime/store/settings.ts'

/** Settings of the browser that reads pages. */
export const browserSettings = {
  dataDir: storeSettings.dataDir,
  browserPath: optional({
    name: 'BROWSER_PATH',
    rule: 'the path of a Chromium or Chrome',
    fallbackText: 'the one that is installed',
    meaning: 'The browser that reads pages and takes pictures of them.',
    without: 'The first of the usual places that has one is taken; without any the methods answer `not_configured`.',
    example: '/opt/chromium/chrome',
    schema: z.string().regex(/^\//),
  }),
  browserUrl: optional({
    name: 'BROWSER_URL',
    rule: 'a ws:// or http:// address',
    fallbackText: 'none',
    meaning:
      "A Chromium elsewhere, by the address of its DevTools. It has to reach this server's loopback address, by which all that it loads goes.",
    without: 'A browser is started on this machine when it is first needed.',
    example: 'ws://127.0.0.1:9222/devtools/browser/4f2a',
    secret: true,
    schema: z.string().refine((text) => ['ws:', 'wss:', 'http:', 'https:'].includes(parseUrl(text)?.protocol ?? '')),
  }),
  browserPages: setting({
    name: 'BROWSER_PAGES',
    rule: 'a whole number from 1 to 64',
    fallback: '2',
    meaning: 'How many pages are open at a time in one server process; the others wait.',
    without: 'Nothing.',
    example: '8',
    schema: wholeNumber(1, 64),
  }),
  browserPageBytes: setting({
    name: 'BROWSER_PAGE_MIB',
    rule: 'a whole number of MiB from 1 to 1024',
    fallback: '50',
    meaning: 'How much one page may load.',
    without: 'Nothing.',
    example: '20',
    schema: wholeNumber(1, 1024).transform((mebibytes) => mebibytes * 1024 * 1024),
  }),
  browserMemoryBytes: setting({
    name: 'BROWSER_MEMORY_MIB',
    rule: 'a whole number of MiB from 256 to 1048576',
    fallback: '2048',
    meaning:
      'How much memory the browser may use with all its processes, where the server may make control groups. A page that takes it beyond is ended.',
    without: 'Nothing.',
    example: '1024',
    schema: wholeNumber(256, 1_048_576).transform((mebibytes) => mebibytes * 1024 * 1024),
  }),
  browserShotBytes: setting({
    name: 'BROWSER_SHOTS_MIB',
    rule: 'a whole number of MiB from 16 to 1048576',
    fallback: '512',
    meaning: 'How much the pictures of pages may take that are kept for a day; beyond that the oldest go earlier.',
    without: 'Nothing.',
    example: '2048',
    schema: wholeNumber(16, 1_048_576).transform((mebibytes) => mebibytes * 1024 * 1024),
  }),
} as const
