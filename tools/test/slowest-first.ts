import { join } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '../..')

/**
 * Test files that take much longer than their size suggests, the slowest first: they start browsers, programs and whole
 * servers. Vitest begins with the largest files where it has no record of an earlier run, as on a new machine; one of
 * these at the end would leave the other cores idle.
 */
export const slowFiles: readonly string[] = [
  'src/doors/pages/account/browser.test.ts',
  'src/app/backup.test.ts',
  'tools/docs/guides.test.ts',
  'src/handlers/chat/processes.test.ts',
  'src/handlers/mail/connected/imap.test.ts',
  'src/framework/services/runtime/local.test.ts',
  'src/handlers/apps/hosting/escape.test.ts',
  'src/runtime/isolation/boxes/boxes.test.ts',
  'src/doors/cli/cli.test.ts',
  'src/handlers/url/pages/browser.test.ts',
  'src/handlers/apps/pages/builds.browser.test.ts',
  'src/doors/pages/try/try.test.ts',
  'src/handlers/mail/pages/page.test.ts',
  'src/handlers/browser/browser.test.ts',
  'src/handlers/news/provider-faults.test.ts',
  'src/runtime/money/crashes.test.ts',
  'src/handlers/notify/browser.test.ts',
]

/** The order of the test files: those above first, the others as Vitest orders them. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const places = new Map(slowFiles.map((path, place) => [join(root, path), place]))
    const placeOf = ({ moduleId }: TestSpecification) => places.get(moduleId) ?? slowFiles.length
    return (await super.sort(files)).toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}
