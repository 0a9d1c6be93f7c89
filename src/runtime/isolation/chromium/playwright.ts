import { requireInParts } from '../../base/load-in-parts.ts'

/** The two halves of Playwright are a file each, which cannot be divided further. */
export const playwrightParts: readonly string[] = [
  'node:http2',
  'node:inspector',
  'playwright-core/lib/bootstrap',
  'playwright-core/lib/utilsBundle',
  'playwright-core/lib/coreBundle',
]

/** Loads Playwright while others are served: all at once it would keep them waiting for half a second or longer. */
export async function loadPlaywright(): Promise<typeof import('playwright-core')> {
  await requireInParts(playwrightParts)
  return import('playwright-core')
}
