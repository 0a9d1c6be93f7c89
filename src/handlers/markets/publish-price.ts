import type { PublishedPrice } from './contracts.ts'
import type { Price } from './prices.ts'
import { priceInWords } from './sentences.ts'

/** The id of an instrument in the archive. */
export function idOf({ instrument }: Pick<Price, 'instrument'>): string {
  return `market_${instrument.symbol}`
}

/** What is announced of a new price. */
export function payloadOf(price: Price, baseUrl: string): PublishedPrice {
  const { instrument, usd, source, attribution, asOfMs } = price
  return {
    id: idOf(price),
    title: instrument.name,
    text: priceInWords(usd, instrument),
    url: `${baseUrl}/markets/${instrument.symbol}`,
    source,
    ...(attribution === undefined ? {} : { attribution }),
    published: asOfMs,
  }
}
