/**
 * The endpoints of the core services that a token without 'Allow actions' may call: they change nothing, neither what is
 * kept nor what others get. Taking from a queue or a consumer group takes from others, so it is no read. `Auth.Token`
 * needs nothing from who calls it: the secret in the message stands for everything.
 *
 * What users register is never in it: nobody here knows what it does.
 */
const READS: Readonly<Record<string, ReadonlySet<string>>> = {
  auth: new Set(['Auth.Token', 'Auth.Inspect', 'Accounts.List', 'Rules.List']),
  config: new Set(['Config.Get', 'Config.Read']),
  events: new Set(['Store.Read']),
  registry: new Set(['Registry.GetService', 'Registry.ListServices', 'Registry.Watch']),
  runtime: new Set(['Runtime.Read', 'Runtime.Logs', 'Build.Read']),
  store: new Set(['Store.Read', 'Store.List', 'Store.Databases', 'Store.Tables', 'BlobStore.Read', 'BlobStore.List']),
}

/** Whether the endpoint of this service only reads. */
export function onlyReads(service: string, endpoint: string): boolean {
  return Object.hasOwn(READS, service) && (READS[service] as ReadonlySet<string>).has(endpoint)
}
