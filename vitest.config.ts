import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './tools/test/slowest-first.ts'

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
