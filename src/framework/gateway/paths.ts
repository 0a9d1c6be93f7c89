import { RpcError } from '../kernel/errors.ts'

/** What a path asks for: an endpoint of a service. */
export interface Target {
  /** `url`, `foo.bar`, `v1.foo` */
  readonly service: string
  /** `<Group>.<Method>`: `Url.Create` */
  readonly endpoint: string
}

/** What a path may mean. */
export interface Reading {
  /** By the table of the gateway's paths. */
  readonly table: Target
  /**
   * By the form `/v1/<service>/<endpoint>` of existing clients, which write the service in any case. It counts where no
   * service answers to the reading by the table, whose `v1` belongs to the service's name.
   */
  readonly product: Target | undefined
}

const maxSegments = 16
const maxSegmentLength = 100
const segmentForm = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
const versionForm = /^v[0-9]+$/
const productPrefix = 'v1'

/**
 * What a request's path asks for. Duplicate and trailing slashes and dot segments count for nothing.
 *
 * @param path percent-encoded, without query
 * @returns nothing for the root
 * @throws RpcError 400 where no service or endpoint can be named like that
 */
export function readPath(path: string): Reading | undefined {
  const segments = segmentsOf(path)
  if (segments.length === 0) return undefined
  return { table: byTable(segments), product: byProductForm(segments) }
}

function segmentsOf(path: string): string[] {
  const segments: string[] = []
  for (const raw of path.split('/')) {
    if (raw === '' || raw === '.') continue
    if (raw === '..') {
      segments.pop()
      continue
    }
    if (raw.length > maxSegmentLength || !segmentForm.test(raw)) throw malformed()
    segments.push(raw)
  }
  if (segments.length > maxSegments) throw malformed()
  return segments
}

function malformed(): RpcError {
  return new RpcError(
    'invalid_argument',
    'gateway',
    `The path names no endpoint: it is /<service>/<endpoint> or /<service>/<group>/<method>, each at most ${maxSegmentLength} letters, digits, dots, dashes and underscores.`,
  )
}

function byTable(segments: readonly string[]): Target {
  const [first, second, third] = segments as [string, string | undefined, string | undefined]
  if (second === undefined) return { service: first, endpoint: `${capitalised(first)}.Call` }
  if (third === undefined) return { service: first, endpoint: `${capitalised(first)}.${capitalised(second)}` }
  if (segments.length === 3 && versionForm.test(first)) {
    return { service: `${first}.${second}`, endpoint: `${capitalised(second)}.${capitalised(third)}` }
  }
  const [group, method] = segments.slice(-2) as [string, string]
  return { service: segments.slice(0, -2).join('.'), endpoint: `${capitalised(group)}.${capitalised(method)}` }
}

function byProductForm([prefix, service, second, third, ...more]: readonly string[]): Target | undefined {
  if (prefix !== productPrefix || service === undefined || second === undefined || more.length > 0) return undefined
  const name = service.toLowerCase()
  const [group, method] = third === undefined ? [name, second] : [second, third]
  // A group that repeats the service is written as loosely as the service itself.
  const exactGroup = group.toLowerCase() === name ? name : group
  return { service: name, endpoint: `${capitalised(exactGroup)}.${capitalised(method)}` }
}

/** The name of a group or method as services spell it: `listServices`, `list-services` and `ListServices` are one. */
export function capitalised(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
