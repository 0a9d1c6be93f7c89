/**
 * The id of errors of an endpoint: the service and the endpoint in small letters, the name of the interface left out where
 * it is that of the service (`config.get`, `auth.rules.create`).
 */
export function errorIdOf(service: string, endpoint: string): string {
  const [group = '', ...rest] = endpoint.toLowerCase().split('.')
  const path = rest.length > 0 && group === service.toLowerCase() ? rest : [group, ...rest]
  return [service.toLowerCase(), ...path].join('.')
}
