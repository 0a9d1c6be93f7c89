import { invalid, type RpcError } from '../kernel/rpc-errors.ts'

/** The endpoint of a service that a path names. */
export interface Target {
  /** `url`, `foo.bar`, `v1.foo` */
  readonly service: string
  /** `<Group>.<Method>`: `Url.Create` */
  readonly endpoint: string
}

/** The possible meanings of a path. */
export interface Reading {
  /** By the table of the gateway's paths. */
  readonly table: Target
  /**
   * By the form `/v1/<service>/<endpoint>` of existing clients, which write the service in any case. It applies if no
   * service is registered under the name that the table reads, of which `v1` is a part.
   */
  readonly product: Target | undefined
}

const maxSegments = 16
const maxSegmentLength = 100
const segmentForm = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
const versionForm = /^v[0-9]+$/
const productPrefix = 'v1'

/**
 * Reads the path of a request. Duplicate and trailing slashes and dot segments are ignored.
 *
 * @param path percent-encoded, without query
 * @returns undefined for the root
 * @throws RpcError 400 for a malformed path
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
    const segment = decoded(raw)
    if (segment.length > maxSegmentLength || !segmentForm.test(segment)) throw malformed()
    segments.push(segment)
  }
  if (segments.length > maxSegments) throw malformed()
  return segments
}

function decoded(raw: string): string {
  if (!raw.includes('%')) return raw
  try {
    return decodeURIComponent(raw)
  } catch {
    throw malformed()
  }
}

function malformed(): RpcError {
  return invalid(
    'gateway',
    `The path does not name an endpoint. It must have the form /<service>/<endpoint> or /<service>/<group>/<method>. Each part can be at most ${maxSegmentLength} letters, digits, dots, dashes and underscores.`,
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
  // A group that repeats the service may be in any case, like the service itself.
  const exactGroup = group.toLowerCase() === name ? name : group
  return { service: name, endpoint: `${capitalised(exactGroup)}.${capitalised(method)}` }
}

/** The name of a group or method as services spell it: `listServices`, `list-services` and `ListServices` are the same. */
export function capitalised(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
