import type { SandboxHandlers } from '../control/control.ts'
import { readySeed, readySeeds } from './ready-seeds.ts'

const yamlType = 'application/yaml'

/** Reading the ready seeds. */
export function seedOperations(): Pick<SandboxHandlers, 'seeds.list' | 'seeds.get'> {
  return {
    'seeds.list': () => ({ json: { seeds: [...readySeeds].map(([name, summary]) => ({ name, summary })) } }),
    async 'seeds.get'({ path }) {
      return { text: await readySeed(path.seed), type: yamlType }
    },
  }
}
