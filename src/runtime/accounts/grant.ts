import type { Administration } from './namespaces.ts'

/** The areas of the product, which a token has to name each. Every other family is a service. */
export const CAPABILITIES = ['agent', 'inbox', 'work'] as const

/** Those with which the agent runs. */
export const AGENT_CAPABILITIES: readonly string[] = ['agent', 'work']

export type Capability = (typeof CAPABILITIES)[number]

/**
 * Where a token can be used: `mcp` only at the machine endpoint, `instance` everywhere on this server. A program chooses
 * when it signs in (RFC 8707); tokens that people create are for everywhere.
 */
export type Audience = 'instance' | 'mcp'

/** The account that a call is made for. */
export interface CallingAccount extends Administration {
  readonly id: string
  readonly username: string
  readonly namespace: string
}

/** What can be called for an account. */
export interface Rights {
  readonly account: CallingAccount
  /** Every service, but no area of the product: neither implies the other. */
  readonly allServices: boolean
  /** Without `allServices` only these; empty means none. */
  readonly services: ReadonlySet<string>
  readonly capabilities: ReadonlySet<Capability>
  /** 'Allow actions': whether it may change anything in them, or only read. */
  readonly actions: boolean
  /** What it may do besides, by service and class of effects: `notes:read`. */
  readonly scopes: ReadonlySet<string>
  /** Whether `scopes` are a part of what the program was granted, which it requested for this access token alone. */
  readonly isNarrowed?: true
  /** The program that got it by signing in; undefined for a token that a person created. */
  readonly clientId?: string | undefined
}

/** The account of a token, and the token's rights. */
export interface Grant extends Rights {
  readonly tokenId: string
  /** Whether a program has received text by others with it; see `tainted_credentials`. */
  readonly isTainted?: true
  /** Whether its account has set rules for programs: without them they need not be read for each call. */
  readonly hasRules?: true
}

/** Whether a family is an area of the product instead of a service. */
export function isCapability(family: string): family is Capability {
  return (CAPABILITIES as readonly string[]).includes(family)
}

/** Whether only a person may make a call: it runs an agent, or decides what one may do. */
export function isForPeople({ withheld, family }: { withheld: boolean; family: string }): boolean {
  return withheld && isCapability(family)
}

/** The services of the framework, by the names of their protobuf packages. */
export const CORE_SERVICES = ['auth', 'broker', 'client', 'config', 'events', 'registry', 'runtime', 'store'] as const

/** Whether this is a service of the framework. */
export function isCoreService(name: string): boolean {
  return (CORE_SERVICES as readonly string[]).includes(name)
}

/**
 * The services that a token can name, sorted: families, and the services of the framework. A name that both have means
 * both. Services that accounts register are not included: they need a token for all services.
 */
export function serviceNames(families: readonly string[]): string[] {
  return [...new Set([...families.filter((family) => !isCapability(family)), ...CORE_SERVICES])].sort()
}
