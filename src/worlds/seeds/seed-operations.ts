import { operations } from '#generated/server/operations.ts'
import type { SandboxHandlers } from '../control/control.ts'
import type { SandboxParts } from '../control/sandbox-parts.ts'
import { newRecordedCalls } from '../recording/observer.ts'
import { textInSlices } from '../recording/text-in-slices.ts'
import { readySeed, readySeeds } from './ready-seeds.ts'
import { writeSeed } from './write-seed.ts'

const type = 'application/yaml'

/** Reading the ready seeds and what they have made, and writing worlds as seeds. */
export function seedOperations({
  worlds,
}: SandboxParts): Pick<SandboxHandlers, 'seeds.list' | 'seeds.get' | 'seeds.results' | 'worlds.as_seed'> {
  const known = new Map(operations.map((operation) => [operation.id as string, operation]))
  const operationOf = (id: string) => {
    const operation = known.get(id)
    if (!operation) throw new Error(`a recorded call names no operation: ${id}`)
    return operation
  }
  return {
    'seeds.list': () => ({ json: { seeds: [...readySeeds].map(([name, summary]) => ({ name, summary })) } }),
    async 'seeds.get'({ path }) {
      return { text: await readySeed(path.seed), type }
    },
    async 'seeds.results'({ path: { name } }) {
      await worlds.get(name)
      const { calls } = worlds.originOf(name)
      const results = calls
        .values()
        .map(({ result }, index) => `${index > 0 ? ',' : ''}${JSON.stringify(result) ?? 'null'}`)
      return { text: `{"results":[${await textInSlices(results)}]}` }
    },
    async 'worlds.as_seed'({ path: { name } }) {
      const origin = worlds.originOf(name)
      const { clock, server } = await worlds.get(name)
      const { baseUrl } = server.runtime.config
      const recorded = worlds.stateOf(name, newRecordedCalls)
      return { text: await writeSeed({ origin, recorded, nowMs: clock.now(), baseUrl, operationOf }), type }
    },
  }
}
