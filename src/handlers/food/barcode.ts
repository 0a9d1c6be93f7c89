/** The lengths of numbers that end with a check digit: GTIN-8, GTIN-12, GTIN-13 and GTIN-14. */
const checkedLengths: ReadonlySet<number> = new Set([8, 12, 13, 14])

/**
 * The check digit that a barcode should end with (GS1 General Specifications, 7.9): counted from the right, the digits before
 * it alternately weigh three and one.
 *
 * @param barcode digits only
 * @returns undefined for a length that has no check digit
 */
export function checkDigitOf(barcode: string): number | undefined {
  if (!checkedLengths.has(barcode.length)) return undefined
  const digits = [...barcode.slice(0, -1)].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0)
  return (10 - (sum % 10)) % 10
}
