import { Exact } from './decimals.ts'

/**
 * Currencies that the euro has replaced, with their fixed rate and the first day on which it applies: Council
 * Regulations (EC) No 2866/98, 1478/2000, 1086/2006, 1134/2007, 1135/2007, 694/2008, (EU) No 671/2010, 870/2013, 851/2014,
 * 2022/1208 and 2025/1407.
 */
const fixed = [
  ['ATS', '13.7603', '1999-01-01'],
  ['BEF', '40.3399', '1999-01-01'],
  ['DEM', '1.95583', '1999-01-01'],
  ['ESP', '166.386', '1999-01-01'],
  ['FIM', '5.94573', '1999-01-01'],
  ['FRF', '6.55957', '1999-01-01'],
  ['IEP', '0.787564', '1999-01-01'],
  ['ITL', '1936.27', '1999-01-01'],
  ['LUF', '40.3399', '1999-01-01'],
  ['NLG', '2.20371', '1999-01-01'],
  ['PTE', '200.482', '1999-01-01'],
  ['GRD', '340.750', '2001-01-01'],
  ['SIT', '239.640', '2007-01-01'],
  ['CYP', '0.585274', '2008-01-01'],
  ['MTL', '0.429300', '2008-01-01'],
  ['SKK', '30.1260', '2009-01-01'],
  ['EEK', '15.6466', '2011-01-01'],
  ['LVL', '0.702804', '2014-01-01'],
  ['LTL', '3.45280', '2015-01-01'],
  ['HRK', '7.53450', '2023-01-01'],
  ['BGN', '1.95583', '2026-01-01'],
] as const

const fixedByCode = new Map<string, { readonly units: Exact; readonly since: string }>(
  fixed.map(([code, units, since]) => [code, { units: new Exact(units), since }]),
)

/** The currencies that have a reference rate now. */
const current =
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF IDR ILS INR ISK JPY KRW MXN MYR NOK NZD PHP PLN RON SEK SGD THB TRY USD ZAR'.split(
    ' ',
  )

/** Currencies that no longer have a reference rate although the euro has not replaced them, with their last day. */
const ended: ReadonlyMap<string, string> = new Map([
  ['ROL', '2005-06-30'],
  ['TRL', '2004-12-31'],
  ['RUB', '2022-03-01'],
])

/** The first day of reference rates. */
export const firstDay = '1999-01-04'

/** All currencies that can be converted, by code. */
export const currencyCodes: readonly string[] = [...current, ...fixedByCode.keys(), ...ended.keys()].toSorted()

const known: ReadonlySet<string> = new Set(currencyCodes)

export function isCurrency(code: string): boolean {
  return known.has(code)
}

/** Whether the currency exists and has a reference rate now. */
export function isCurrent(code: string): boolean {
  return current.includes(code)
}

/** The fixed units of one euro, if the euro had replaced the currency by that day; 1 for the euro itself. */
export function fixedUnits(code: string, day: string): Exact | undefined {
  if (code === 'EUR') return new Exact(1)
  const rate = fixedByCode.get(code)
  return rate && day >= rate.since ? rate.units : undefined
}

/** The last day with a rate of the currency; undefined if it still has one, or a fixed one. */
export function lastDayOf(code: string): string | undefined {
  return ended.get(code)
}
