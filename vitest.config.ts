import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { slow } from './tools/test/choice.ts'

/**
 * Spreads slow files over three quarters of a run: they mostly wait for programs and browsers, while the others use the
 * processors. At the end, one would run alone.
 */
class SlowAmongOthers extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => slow.test(moduleId)
    const sorted = await super.sort(files)
    const placed = (those: TestSpecification[], until: number) =>
      those.map((file, at) => ({ file, place: (until * at) / those.length }))
    const others = sorted.filter((file) => !isSlow(file))
    return [...placed(sorted.filter(isSlow), 0.75), ...placed(others, 1)]
      .sort((a, b) => a.place - b.place)
      .map(({ file }) => file)
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
    // No test mocks a module, so Vitest need not read what Node loads: a tenth of a worker's time to load the product.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // Much that tests make lives for a moment only: collected less often, it costs a tenth of a run less.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    sequence: { sequencer: SlowAmongOthers },
    // A new database on a busy machine takes longer than the default of 5 s allows.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The default of 1 s is over when a machine stands still for that long, before it is looked a second time.
    expect: { poll: { timeout: 10_000 } },
  },
})
