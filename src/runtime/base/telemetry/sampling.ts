export const samplerNames = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export type SamplerName = (typeof samplerNames)[number]

/** The span that a request names as its cause (W3C Trace Context). */
export interface RemoteParent {
  readonly traceId: string
  readonly spanId: string
  /** Whether its sender has recorded it. */
  readonly isSampled: boolean
}

/** Decides whether a call is traced, by the id of its trace and what the request names as its cause. */
export type Sampler = (traceId: string, parent: RemoteParent | undefined) => boolean

/** @param ratio the share for `traceidratio`, from 0 to 1 */
export function createSampler(name: SamplerName, ratio: number): Sampler {
  const rest = name.replace('parentbased_', '')
  const share = rest === 'traceidratio' ? ratio : Number(rest === 'always_on')
  // By the last 56 bits, which are random (W3C Trace Context level 2), so that all processes decide the same about a trace.
  const firstSampled = (1 - share) * 2 ** 56
  const own = (traceId: string) => Number.parseInt(traceId.slice(-14), 16) >= firstSampled
  return rest === name ? own : (traceId, parent) => parent?.isSampled ?? own(traceId)
}

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/

/** The parent that a `traceparent` header names; undefined for an invalid one, as if it had not been sent. */
export function remoteParentOf(header: string | readonly string[] | undefined): RemoteParent | undefined {
  if (typeof header !== 'string') return undefined
  const [, version, traceId = '', spanId = '', flags = '', more] = pattern.exec(header) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
