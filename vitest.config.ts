import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { slow } from './tools/test/quick.ts'

/** Where it has no record of an earlier run, Vitest begins with the largest files: a slow one at the end would run alone. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => Number(slow.test(moduleId))
    return (await super.sort(files)).toSorted((a, b) => isSlow(b) - isSlow(a))
  }
}

export default defineConfig({
  test: {
    globalSetup: ['src/testing/global-setup.ts'],
    setupFiles: ['src/testing/setup.ts'],
    include: ['{src,spec,tools,bench,contract-tests}/**/*.test.ts'],
    // Loading the product takes longer than most files' tests, so the files that a worker runs share its modules.
    // A test must not mock a module or leave anything changed that others import.
    isolate: false,
    // Node loads the files itself, as the product's start does: what Vite makes of them costs a seventh of a run.
    experimental: { viteModuleRunner: false },
    // Much that tests make lives for a moment only: collected less often, it costs a tenth of a run less.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    sequence: { sequencer: SlowestFirst },
    // A new database on a busy machine takes longer than the default of 5 s allows.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The default of 1 s is over when a machine stands still for that long, before it is looked a second time.
    expect: { poll: { timeout: 10_000 } },
  },
})
