/** Parses the limits in a setting: `cpu=5 open=20`, or `none`. */
interface LimitsReader<Name extends string> {
  /** The required form of the setting. */
  readonly rule: string
  /** The limits in a text; missing ones are not set. Undefined for a text that is not in this form. */
  parse(text: string): Readonly<Partial<Record<Name, number>>> | undefined
}

/** @param fractions the names that may have decimals, such as 0.5 */
export function limitsReader<Name extends string>(
  names: readonly Name[],
  fractions: readonly Name[] = [],
): LimitsReader<Name> {
  return {
    rule: `none, or some of ${names.map((name) => `${name}=NUMBER`).join(' ')}`,
    parse(text) {
      const limits: Partial<Record<Name, number>> = {}
      if (text.trim() === 'none') return limits
      for (const pair of text.trim().split(/[\s,]+/)) {
        const [, given, digits = ''] = /^([a-z]+)=(\d{1,9}(?:\.\d{1,2})?)$/.exec(pair) ?? []
        const name = names.find((each) => each === given)
        if (!name || limits[name] !== undefined || !isLimit(digits, fractions.includes(name))) return undefined
        limits[name] = Number(digits)
      }
      return limits
    },
  }
}

const isLimit = (digits: string, mayHaveDecimals: boolean): boolean =>
  mayHaveDecimals ? Number(digits) > 0 : /^[1-9]\d*$/.test(digits)
