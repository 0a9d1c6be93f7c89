/** Operations whose samples cannot be run here, and why. */
export const notRun: Readonly<Record<string, string>> = {
  'payments.topup': 'it buys credits with a payment by x402, which needs a wallet',
}

export const varying: Readonly<Record<string, readonly string[]>> = {}
