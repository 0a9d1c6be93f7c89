import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What test files import from src/testing and tools/docs to open pages, kill servers, or type what a page shows. */
const slowHelpers = /testing\/(?:browser|server-process|backups)\.ts'|readme-commands\.ts'/

/** Others that start programs all the time. */
const slowFiles = [
  'src/doors/cli/cli.test.ts',
  'src/framework/services/runtime/{killed-server,local,server}.test.ts',
  '**/*crashes*.test.ts',
  'contract-tests/**',
]

/**
 * What the quick loop leaves to `npm test`: pages in Chromium, commands and guides typed into a shell, servers killed at
 * every step, backups, fuzzing.
 *
 * @returns paths and patterns below `root`
 */
export function leftOutOfQuick(root: string): string[] {
  const files = globSync('{src,tools}/**/*.test.ts', { cwd: root })
  return [...slowFiles, ...files.filter((file) => slowHelpers.test(readFileSync(join(root, file), 'utf8'))).sort()]
}
