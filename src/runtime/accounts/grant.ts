import type { Administration } from './namespaces.ts'

/** The areas that a product token opens. Every other family is a service. */
export const CAPABILITIES = ['agent', 'inbox', 'work'] as const

export type Capability = (typeof CAPABILITIES)[number]

/** The account for which somebody calls. */
export interface CallingAccount extends Administration {
  readonly id: string
  readonly username: string
  readonly namespace: string
}

/** Whom a token stands for and what it may do there. */
export interface Grant {
  readonly account: CallingAccount
  readonly tokenId: string
  /** The two kinds are never mixed: a services token opens no product area, a product token no service. */
  readonly kind: 'services' | 'product'
  readonly allServices: boolean
  /** Without `allServices` these alone; empty means none. */
  readonly services: ReadonlySet<string>
  readonly capabilities: ReadonlySet<Capability>
  /** 'Allow actions': whether it may change anything, or only read. */
  readonly actions: boolean
}

/** Whether a family is an area of the product and no service. */
export function isCapability(family: string): family is Capability {
  return (CAPABILITIES as readonly string[]).includes(family)
}

/** The services of the framework, by the names of their protobuf packages. */
export const CORE_SERVICES = ['auth', 'broker', 'client', 'config', 'events', 'registry', 'runtime', 'store'] as const

/** Whether this is a service of the framework. */
export function isCoreService(name: string): boolean {
  return (CORE_SERVICES as readonly string[]).includes(name)
}

/**
 * The services that a token can name, sorted: families, and the services of the framework. Where both have one of a name
 * it stands for both. Services that accounts register are no part of it: they take a token for all services.
 */
export function serviceNames(families: readonly string[]): string[] {
  return [...new Set([...families.filter((family) => !isCapability(family)), ...CORE_SERVICES])].sort()
}
