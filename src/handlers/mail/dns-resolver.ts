import { Resolver } from 'node:dns/promises'

/** @param servers the DNS servers to query; those of the system if not given */
export function resolverFor(servers: readonly string[] | undefined): Resolver {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (servers) resolver.setServers(servers)
  return resolver
}
