import { Resolver } from 'node:dns/promises'

/** A resolver that asks these servers; those of the system if none are given. */
export function resolverFor(servers: readonly string[] | undefined): Resolver {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return resolver
}
