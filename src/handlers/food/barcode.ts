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

/**
 * The numbers that a barcode can mean. Eight digits that begin with 0 or 1 can also be UPC-E: a UPC-A without some of
 * its zeros, with the check digit of that (GS1 General Specifications, 5.2.2.4.2).
 *
 * @param barcode digits only
 * @returns none if its check digit is wrong in every reading
 */
export function readingsOf(barcode: string): string[] {
  const digit = checkDigitOf(barcode)
  const isItself = digit === undefined || barcode.endsWith(String(digit))
  const expanded = expandUpcE(barcode)
  return [...(isItself ? [barcode] : []), ...(expanded === undefined ? [] : [expanded])]
}

/** The UPC-A of a UPC-E, with its number system and check digit; undefined for any other number. */
function expandUpcE(barcode: string): string | undefined {
  if (!/^[01]\d{7}$/.test(barcode)) return undefined
  const [system, a, b, c, d, e, last, check] = barcode
  const body =
    Number(last) <= 2
      ? `${a}${b}${last}0000${c}${d}${e}`
      : last === '3'
        ? `${a}${b}${c}00000${d}${e}`
        : last === '4'
          ? `${a}${b}${c}${d}00000${e}`
          : `${a}${b}${c}${d}${e}0000${last}`
  const expanded = `${system}${body}${check}`
  return checkDigitOf(expanded) === Number(check) ? expanded : undefined
}
