import { encodeHeader } from './challenge.ts'
import { networks, type PaymentNetwork } from './networks.ts'
import type { PaymentRow } from './payments-table.ts'

/** Whether a payment was made. */
export interface Receipt {
  readonly success: boolean
  /** Hash of the transfer; empty if the facilitator did not return it. */
  readonly transaction: string
  readonly network: PaymentNetwork
  readonly payer: string
  readonly errorReason?: string
}

type Paid = Pick<PaymentRow, 'network' | 'payer' | 'transaction_hash'>

/** The receipt of a settled payment. */
export function receiptOf({ network, payer, transaction_hash }: Paid): Receipt {
  return { success: true, transaction: transaction_hash ?? '', network: networkOf(network), payer }
}

/** The receipt of a refused payment. */
export function refusalOf({ network, payer }: Pick<Paid, 'network' | 'payer'>, errorReason: string): Receipt {
  return { success: false, transaction: '', network: networkOf(network), payer, errorReason }
}

function networkOf(id: string): PaymentNetwork {
  const network = Object.values(networks).find((each) => each.id === id)
  if (!network) throw new Error(`A payment was made on ${id}, which this version does not know`)
  return network
}

/** The receipt in the headers of both versions of the protocol, each with its own name of the network. */
export function receiptHeaders({ network, ...receipt }: Receipt): Record<string, string> {
  return {
    'PAYMENT-RESPONSE': encodeHeader({ ...receipt, network: network.id }),
    'X-PAYMENT-RESPONSE': encodeHeader({ ...receipt, network: network.name }),
  }
}
