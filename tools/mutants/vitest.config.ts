import { join } from 'node:path'
import { mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { standIn } from './stand-in.ts'

/** The product's tests, with files in place of the real ones that hold all of their mutants. */
const config = mergeConfig(base, {
  root: join(import.meta.dirname, '../..'),
  // On disk, mutants would take the place of files in later runs.
  test: {
    fsModuleCache: false,
    // Node would load the real files.
    experimental: { viteModuleRunner: true },
    setupFiles: [join(import.meta.dirname, 'setup.ts')],
    runner: join(import.meta.dirname, 'runner.ts'),
  },
  plugins: [
    {
      name: 'stand-ins',
      enforce: 'pre',
      transform: (_code: string, id: string) => standIn(id.split('?')[0] ?? ''),
    },
  ],
})
config.test.include = ['tools/mutants/drive.ts']
export default config
