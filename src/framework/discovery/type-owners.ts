import { LRUCache } from 'lru-cache'
import type { Clock } from '../../runtime/base/clock.ts'
import { SingleFlights } from '../../runtime/base/once.ts'
import type { Registry } from '../services/registry/types.ts'
import type { Descriptions } from './descriptions.ts'
import { isInfrastructure } from './descriptors.ts'
import type { ServiceVersions } from './service-versions.ts'

/** More services of a namespace than this are not searched. */
const maxServices = 200
/** How many services are asked for their descriptors concurrently. */
const atOnce = 8
const maxNamespaces = 200
/** How often an unknown type causes another search of the services of a namespace. */
const searchAgainAfterMs = 5000
/** How long an owner is cached: its descriptors may change. */
const maxAgeMs = 60_000

/** Finds services by the full names of their gRPC services, if those differ from their names in the registry. */
export interface TypeOwners {
  /**
   * The name of the registered service whose descriptors declare this type; the first in the alphabet of several.
   *
   * @param typeName `acme.greeter.v1.Greeter`
   */
  of(namespace: string, typeName: string): Promise<string | undefined>
}

interface Owners {
  readonly readAtMs: number
  readonly byType: ReadonlyMap<string, string>
}

interface TypeOwnersOptions {
  readonly registry: Pick<Registry, 'list'>
  readonly versions: Pick<ServiceVersions, 'versions'>
  readonly descriptions: Pick<Descriptions, 'known'>
  readonly clock: Clock
}

export function createTypeOwners({ registry, versions, descriptions, clock }: TypeOwnersOptions): TypeOwners {
  const known = new LRUCache<string, Owners>({ max: maxNamespaces })
  const searches = new SingleFlights<string, Owners>()

  async function typesOf(namespace: string, service: string): Promise<string[]> {
    const types: string[] = []
    for (const version of await versions.versions(namespace, service)) {
      const descriptors = await descriptions.known(version)
      for (const type of descriptors?.registry ?? []) if (type.kind === 'service') types.push(type.typeName)
    }
    return types
  }

  async function search(namespace: string): Promise<Owners> {
    const names = [...new Set((await registry.list(namespace)).map(({ name }) => name))].sort().slice(0, maxServices)
    const byType = new Map<string, string>()
    for (let start = 0; start < names.length; start += atOnce) {
      const batch = names.slice(start, start + atOnce)
      const found = await Promise.all(batch.map((service) => typesOf(namespace, service)))
      found.forEach((types, index) => {
        for (const type of types) if (!byType.has(type)) byType.set(type, batch[index] as string)
      })
    }
    const owners = { readAtMs: clock.now(), byType }
    known.set(namespace, owners)
    return owners
  }

  return {
    async of(namespace, typeName) {
      if (isInfrastructure(typeName)) return undefined
      const owners = known.get(namespace)
      const ageMs = owners ? clock.now() - owners.readAtMs : Number.POSITIVE_INFINITY
      const owner = owners?.byType.get(typeName)
      if (ageMs < (owner === undefined ? searchAgainAfterMs : maxAgeMs)) return owner
      return (await searches.run(namespace, () => search(namespace))).byType.get(typeName)
    },
  }
}
