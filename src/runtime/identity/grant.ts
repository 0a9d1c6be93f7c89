/** The areas that a product token opens. Every other family is a service. */
export const CAPABILITIES = ['agent', 'inbox', 'work'] as const

export type Capability = (typeof CAPABILITIES)[number]

/** The account for which somebody calls. */
export interface CallingAccount {
  readonly id: string
  readonly username: string
  readonly isAdmin: boolean
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

/** The families that a services token can name, sorted. */
export function serviceNames(families: readonly string[]): string[] {
  return families.filter((family) => !isCapability(family)).sort()
}
