import { z } from 'zod'
import { parseUrl } from '../../base/parse-url.ts'
import { optional, setting, wholeNumber } from '../../base/setting.ts'
import { storeSettings } from '../../store/settings.ts'

/** Settings of the browser that this server uses. */
export const chromiumSettings = {
  dataDir: storeSettings.dataDir,
  browserPath: optional({
    name: 'BROWSER_PATH',
    rule: 'the path of a Chromium or Chrome executable',
    fallbackText: 'the installed one',
    meaning: 'The browser that reads pages, takes page screenshots and tests newly built apps.',
    without:
      'The server searches the usual paths. If it finds no browser, the methods fail with `not_configured`, and built apps are saved untested.',
    example: '/opt/chromium/chrome',
    isFile: true,
    schema: () => z.string().regex(/^\//),
  }),
  browserUrl: optional({
    name: 'BROWSER_URL',
    rule: 'a ws:// or http:// address',
    fallbackText: 'none',
    meaning:
      "The DevTools address of a Chromium browser that this server does not start itself. That browser must be able to reach this server's loopback address, where a proxy handles all its traffic.",
    without: 'The server starts a browser on this machine when it needs one.',
    example: 'ws://127.0.0.1:9222/devtools/browser/4f2a',
    secret: true,
    schema: () =>
      z.string().refine((text) => ['ws:', 'wss:', 'http:', 'https:'].includes(parseUrl(text)?.protocol ?? '')),
  }),
  browserMemoryBytes: setting({
    name: 'BROWSER_MEMORY_MIB',
    rule: 'a whole number of MiB from 256 to 1048576',
    fallback: '2048',
    meaning:
      'The memory limit, in MiB, for all browser processes in total. It applies only if the server may create control groups. A page that exceeds the limit is closed.',
    without: 'Nothing.',
    example: '1024',
    schema: () => wholeNumber(256, 1_048_576).transform((mebibytes) => mebibytes * 1024 * 1024),
  }),
} as const
