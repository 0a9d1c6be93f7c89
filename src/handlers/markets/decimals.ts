import { Decimal } from 'decimal.js'

/**
 * Decimal numbers of 40 digits: amounts up to 1e15 at rates down to 1e-12 keep every digit that a provider gave. Halves are
 * rounded away from zero, as in commerce.
 */
export const Exact = Decimal.clone({ precision: 40, rounding: Decimal.ROUND_HALF_UP })

export type Exact = Decimal

/** Decimals of a cryptocurrency that people pay with. */
const coinDigits = 8

/** Where the digits that Intl knows are those of cash instead of those of ISO 4217. */
const digitsByCode = new Map<string, number>([
  ['HUF', 2],
  ['IDR', 2],
])

/**
 * How many decimals an amount in a currency has: the minor unit of ISO 4217, 0 for the yen and 2 for the euro.
 *
 * @param code three letters, also of a currency that no longer exists
 */
export function minorDigits(code: string): number {
  let digits = digitsByCode.get(code)
  if (digits === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
    digits = format.resolvedOptions().maximumFractionDigits ?? 2
    digitsByCode.set(code, digits)
  }
  return digits
}

/** An amount rounded to what can be paid in a currency, or a cryptocurrency. */
export function payable(amount: Exact, code: string, isCoin: boolean): Exact {
  return amount.toDecimalPlaces(isCoin ? coinDigits : minorDigits(code), Decimal.ROUND_HALF_UP)
}

/** A price as people read it: `4,182.30`, `0.0342`, `0.00001218`. */
export function priceText(price: Exact): string {
  const size = price.abs()
  const max = size.gte(1000) ? 2 : size.gte(1) ? 4 : size.gte('0.0001') ? 6 : 8
  return grouped(price, 2, max)
}

/** An amount as people read it: without decimals if it is whole, else with all of its currency's. */
export function amountText(amount: Exact, code: string, isCoin: boolean): string {
  const rounded = payable(amount, code, isCoin)
  if (rounded.isInteger()) return grouped(rounded, 0, 0)
  return isCoin ? grouped(rounded, 0, coinDigits) : grouped(rounded, minorDigits(code), minorDigits(code))
}

/** A rate as people read it, with six significant digits or more. */
export function rateText(rate: Exact): string {
  const significant = rate.toSignificantDigits(6)
  return grouped(significant, 0, Math.min(20, significant.decimalPlaces()))
}

/** A change as people read it: `up 0.4%`. */
export function changeText(pct: number): string {
  if (Math.abs(pct) < 0.05) return 'unchanged'
  return `${pct < 0 ? 'down' : 'up'} ${Math.abs(pct).toFixed(1)}%`
}

/** The change from one price to another in percent, with two decimals. */
export function changePct(from: Exact, to: Exact): number {
  return to.div(from).minus(1).times(100).toDecimalPlaces(2).toNumber()
}

/** By the least and the most decimals, of which there are few: making a format takes longer than everything else of a quote. */
const formats = new Map<string, Intl.NumberFormat>()

function formatOf(min: number, max: number): Intl.NumberFormat {
  const key = `${min} ${max}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { minimumFractionDigits: min, maximumFractionDigits: max })
    formats.set(key, format)
  }
  return format
}

function grouped(value: Exact, min: number, max: number): string {
  const format = formatOf(Math.min(min, max), max)
  // As text it is formatted exactly; a number would be rounded to 17 digits.
  return format.format(value.toFixed() as Intl.StringNumericLiteral)
}
