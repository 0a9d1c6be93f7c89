import { createHolds } from '../runtime/money/holds.ts'
import { Ledger } from '../runtime/money/ledger.ts'
import { topUp } from '../runtime/money/top-up.ts'
import { createTransfers } from '../runtime/money/transfers.ts'
import { createX402 } from '../runtime/money/x402/index.ts'
import type { Authorization } from '../runtime/money/x402/payment.ts'
import { playFacilitator } from '../runtime/money/x402/play-facilitator.ts'
import type { RuntimeOptions, RuntimeServices } from './runtime-services.ts'

/** Opens the ledger of credits and what moves them. */
export async function openMoney(
  {
    config,
    outside,
    upkeepEveryMs,
    ...parts
  }: Pick<RuntimeServices, 'config' | 'clock' | 'log' | 'store'> & Pick<RuntimeOptions, 'outside' | 'upkeepEveryMs'>,
  stack: AsyncDisposableStack,
): Promise<Pick<RuntimeServices, 'ledger' | 'x402' | 'holds' | 'transfers'>> {
  const { clock } = parts
  const ledger = new Ledger({ ...parts, tendMs: upkeepEveryMs })
  stack.defer(() => ledger.close())
  await ledger.start()
  const paid = ({ from, to, value }: Authorization) =>
    outside?.deliver({ kind: 'payment', from, to, amount: value }) ?? Promise.resolve()
  const facilitator = outside ? { facilitator: playFacilitator(paid) } : {}
  const x402 = createX402({
    ...parts,
    config,
    baseUrl: config.baseUrl,
    credit: topUp,
    everyMs: upkeepEveryMs,
    ...facilitator,
  })
  stack.defer(() => x402.stop())
  return {
    ledger,
    x402,
    holds: createHolds(clock),
    transfers: createTransfers({ clock, usesCredits: config.usesCredits }),
  }
}
