/** One version of a service. */
export interface ServiceKey {
  readonly namespace: string
  readonly name: string
  readonly version: string
}

/** What a service is doing, as the protobuf numbers it. */
export const RunStatus = {
  pending: 1,
  building: 2,
  starting: 3,
  running: 4,
  stopping: 5,
  stopped: 6,
  error: 7,
} as const

export type RunStatusNumber = (typeof RunStatus)[keyof typeof RunStatus]

/** How a service is run. */
export interface RunSpec {
  /** The program and its arguments; without one the entrypoint is run. */
  readonly command: readonly string[]
  /** The file of the source that is run. */
  readonly entrypoint: string
  readonly env: Readonly<Record<string, string>>
  /** As it was given. */
  readonly metadata: Readonly<Record<string, string>>
  readonly type: string
}

/** A service with what is known of it. */
export interface RunService extends ServiceKey {
  readonly spec: RunSpec
  readonly source: string | undefined
  readonly instances: number
  readonly status: RunStatusNumber
  /** Why it failed; empty if it did not. */
  readonly error: string
}

/** For maps. */
export function keyText({ namespace, name, version }: ServiceKey): string {
  return `${namespace}/${name}@${version}`
}

/** Only the columns of the key. */
export function whereKey({ namespace, name, version }: ServiceKey): ServiceKey {
  return { namespace, name, version }
}
