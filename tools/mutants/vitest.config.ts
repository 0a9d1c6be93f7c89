import { join } from 'node:path'
import { mergeConfig } from 'vitest/config'
import base from '../../vitest.config.ts'
import { standIn } from './stand-in.ts'

/** The product's tests, with the mutated file in place of the real one. */
export default mergeConfig(base, {
  root: join(import.meta.dirname, '../..'),
  // On disk, mutants would take the place of files in later runs.
  test: { fsModuleCache: false },
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (_code: string, id: string) => standIn(id.split('?')[0] ?? ''),
    },
  ],
})
