import type { GroupLimits } from './boxes/cgroups.ts'
import { limitsReader } from './limits-text.ts'

const NAMES = ['memory', 'processes', 'cpu', 'disk'] as const

/**
 * The limits of a program with everything it starts: `memory` MiB, `processes`, `cpu` CPUs; and `disk` MiB of the folders
 * that it shares with the other instances of its service. Missing ones are unlimited.
 */
export type ServiceLimits = Readonly<Partial<Record<(typeof NAMES)[number], number>>>

export const DEFAULT_SERVICE_LIMITS = 'memory=1024 processes=512 cpu=1 disk=1024'

/** The required form of the setting. */
export const { rule: SERVICE_LIMITS_RULE, parse: parseServiceLimits } = limitsReader(NAMES, ['cpu'])

const mebibyte = 1024 * 1024

/** The limits that a control group enforces. */
export function groupLimitsOf({ memory, processes, cpu }: ServiceLimits): Partial<GroupLimits> {
  return {
    ...(memory === undefined ? {} : { memoryBytes: memory * mebibyte }),
    ...(processes === undefined ? {} : { processes }),
    ...(cpu === undefined ? {} : { cpus: cpu }),
  }
}
