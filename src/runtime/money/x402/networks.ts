/** The network and currency of payments: USDC, the dollar coin with six decimals. */
export interface PaymentNetwork {
  /** The name in version 2 of the protocol (CAIP-2). */
  readonly id: `eip155:${number}`
  /** The name in version 1. */
  readonly name: NetworkName
  /** Contract address of the asset. */
  readonly asset: `0x${string}`
  /** Name and version of the asset's signing domain (EIP-712). A signature over another name is worthless. */
  readonly domain: { readonly name: string; readonly version: string }
}

export const networkNames = ['base', 'base-sepolia'] as const

export type NetworkName = (typeof networkNames)[number]

/** The contract tests compare these addresses and domains with the tables of the official packages. */
export const networks: Readonly<Record<NetworkName, PaymentNetwork>> = {
  base: {
    id: 'eip155:8453',
    name: 'base',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    domain: { name: 'USD Coin', version: '2' },
  },
  'base-sepolia': {
    id: 'eip155:84532',
    name: 'base-sepolia',
    asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    domain: { name: 'USDC', version: '2' },
  },
}
