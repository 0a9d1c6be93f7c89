/**
 * The endpoints of the core services that a token without 'Allow actions' may call: they change neither stored data nor
 * what others receive. Consuming from a queue or a consumer group takes from others, so it is not a read. `Auth.Token`
 * needs no permission of the caller: it is authenticated by the secret in the message.
 *
 * Services that users register are never listed: the server does not know what they do.
 */
const READS: Readonly<Record<string, ReadonlySet<string>>> = {
  auth: new Set(['Auth.Token', 'Auth.Inspect', 'Accounts.List', 'Rules.List']),
  config: new Set(['Config.Get', 'Config.Read']),
  events: new Set(['Store.Read']),
  registry: new Set(['Registry.GetService', 'Registry.ListServices', 'Registry.Watch']),
  runtime: new Set(['Runtime.Read', 'Runtime.Logs', 'Build.Read']),
  store: new Set(['Store.Read', 'Store.List', 'Store.Databases', 'Store.Tables', 'BlobStore.Read', 'BlobStore.List']),
}

/** Whether this endpoint only reads. */
export function onlyReads(service: string, endpoint: string): boolean {
  return Object.hasOwn(READS, service) && (READS[service] as ReadonlySet<string>).has(endpoint)
}
