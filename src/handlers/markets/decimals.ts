import { Decimal } from 'decimal.js'

/**
 * Decimal numbers of 40 digits: amounts up to 1e15 at rates down to 1e-12 keep every digit of a provider. Halves are rounded
 * away from zero, as in commerce.
 */
export const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

export type Exact = Decimal

/** Decimals of a payment in a cryptocurrency. */
const coinDigits = 8

/** Where Intl knows the digits of cash instead of those of ISO 4217. */
const isoDigits: Readonly<Record<string, number>> = { HUF: 2, IDR: 2 }

/**
 * How many decimals an amount in a currency has: the minor unit of ISO 4217, 0 for the yen and 2 for the euro.
 *
 * @param code three letters, also of a currency that no longer exists
 */
export function minorDigits(code: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
  return isoDigits[code] ?? format.resolvedOptions().maximumFractionDigits ?? 2
}

/** An amount rounded to what can be paid in a currency or cryptocurrency. */
export function payable(amount: Exact, code: string, isCoin: boolean): Exact {
  return amount.toDecimalPlaces(isCoin ? coinDigits : minorDigits(code), Decimal.ROUND_HALF_UP)
}

/** `4,182.30`, `0.0342`, `0.00001218` */
export function priceText(price: Exact): string {
  const size = price.abs()
  const max = size.gte(1000) ? 2 : size.gte(1) ? 4 : size.gte('0.0001') ? 6 : 8
  return grouped(price, 2, max)
}

/** Without decimals if it is whole, else with all decimals of its currency. */
export function amountText(amount: Exact, code: string, isCoin: boolean): string {
  const rounded = payable(amount, code, isCoin)
  if (rounded.isInteger()) return grouped(rounded, 0, 0)
  return isCoin ? grouped(rounded, 0, coinDigits) : grouped(rounded, minorDigits(code), minorDigits(code))
}

/** With up to six significant digits. */
export function rateText(rate: Exact): string {
  const significant = rate.toSignificantDigits(6)
  return grouped(significant, 0, Math.min(20, significant.decimalPlaces()))
}

/** `up 0.4%` */
export function changeText(pct: number): string {
  if (Math.abs(pct) < 0.05) return 'unchanged'
  return `${pct < 0 ? 'down' : 'up'} ${Math.abs(pct).toFixed(1)}%`
}

/** The change from one price to another in percent, with two decimals. */
export function changePct(from: Exact, to: Exact): number {
  return to.div(from).minus(1).times(100).toDecimalPlaces(2).toNumber()
}

/** With commas between thousands, and at least `min` and at most `max` decimals. */
function grouped(value: Exact, min: number, max: number): string {
  const rounded = value.toDecimalPlaces(max)
  const [whole = '', decimals] = rounded.toFixed(Math.max(min, rounded.decimalPlaces())).split('.')
  const thousands = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? thousands : `${thousands}.${decimals}`
}
