/**
 * The error id of an endpoint: service and endpoint in lower case, without the name of the interface if it is that of the
 * service (`config.get`, `auth.rules.create`).
 */
export function errorIdOf(service: string, endpoint: string): string {
  const [group = '', ...rest] = endpoint.toLowerCase().split('.')
  const path = rest.length > 0 && group === service.toLowerCase() ? rest : [group, ...rest]
  return [service.toLowerCase(), ...path].join('.')
}
