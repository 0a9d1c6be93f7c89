/** Amounts are whole micro-credits everywhere in the code; only people and callers read and type credits. */
export const MICRO_CREDITS_PER_CREDIT = 1_000_000

const DECIMALS = 6

/** The largest single amount: a billion credits. Sums stay far below the largest exact JavaScript number. */
export const maxMicroCredits = 1_000_000_000 * MICRO_CREDITS_PER_CREDIT

/** The default of WELCOME_CREDITS: the credits of a new account. */
export const WELCOME_MICRO_CREDITS = 1_000 * MICRO_CREDITS_PER_CREDIT

/** The rule of `parseCredits`, as the end of a sentence that begins with "must be". */
export const CREDITS_RULE = 'a number of credits from 0 to 1000000000 with at most six decimals'

/**
 * An amount in credits, exactly: `3`, `0.01`, `-0.000001`.
 *
 * @param microCredits a whole number
 */
export function formatCredits(microCredits: number): string {
  const sign = microCredits < 0 ? '-' : ''
  const amount = Math.abs(microCredits)
  const whole = Math.floor(amount / MICRO_CREDITS_PER_CREDIT)
  const rest = String(amount % MICRO_CREDITS_PER_CREDIT)
    .padStart(DECIMALS, '0')
    .replace(/0+$/, '')
  return `${sign}${whole}${rest && `.${rest}`}`
}

/** Like `formatCredits`, with the word: `1 credit`, `0.5 credits`. */
export function creditsText(microCredits: number): string {
  return `${formatCredits(microCredits)} ${microCredits === MICRO_CREDITS_PER_CREDIT ? 'credit' : 'credits'}`
}

/**
 * Parses an amount that a person typed.
 *
 * @returns whole micro-credits, or undefined if the text does not follow CREDITS_RULE
 */
export function parseCredits(text: string): number | undefined {
  const match = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return undefined
  const [, whole, decimals = ''] = match
  const microCredits = Number(whole) * MICRO_CREDITS_PER_CREDIT + Number(decimals.padEnd(DECIMALS, '0'))
  return microCredits <= maxMicroCredits ? microCredits : undefined
}

/**
 * Rejects an invalid amount before it can reach the ledger.
 *
 * @param what names the value, at the beginning of the message
 * @throws RangeError unless it is a whole number from 0 to maxMicroCredits
 */
export function checkAmount(microCredits: number, what: string): void {
  if (Number.isSafeInteger(microCredits) && microCredits >= 0 && microCredits <= maxMicroCredits) return
  throw new RangeError(`${what} must be whole micro-credits from 0 to ${maxMicroCredits}, and is ${microCredits}`)
}
