import { createRequire } from 'node:module'
import { loadInParts } from '../../base/load-in-parts.ts'

const requireModule = createRequire(import.meta.url)

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
  await loadInParts(playwrightParts.map((name) => () => requireModule(name)))
  return import('playwright-core')
}
