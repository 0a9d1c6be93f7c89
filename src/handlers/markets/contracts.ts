import { z } from 'zod'
import { moment, shortText, topic } from '#runtime/base/topic.ts'

const quotation = z.object({
  id: shortText,
  title: shortText,
  /** The price in words. */
  text: shortText,
  /** Its page. */
  url: z.url(),
  source: shortText,
  attribution: shortText.optional(),
  /** When it was quoted. */
  published: moment,
})

/** An instrument has a new price. */
export const instrumentPriced = topic('markets.priced', quotation, {
  meaning:
    'An instrument has a new price, which replaces the previous price. This event is published at most once an hour.',
  example: {
    id: 'market_BTC',
    title: 'Bitcoin',
    text: '91,240.12 US dollars',
    url: 'https://onedoor.example/markets/BTC',
    source: 'Coinbase',
    attribution: 'Prices from Coinbase',
    published: 1_795_251_600_000,
  },
})

/** A price has moved far. */
export const instrumentMoved = topic(
  'markets.moved',
  z.object({ id: shortText, name: shortText, change_pct: z.number(), url: z.url() }),
  {
    meaning:
      'The price of an instrument has changed by five percent or more. This event is published at most once a day.',
    example: {
      id: 'market_BTC',
      name: 'Bitcoin',
      change_pct: -6.24,
      url: 'https://onedoor.example/markets/BTC',
    },
  },
)

export type PublishedPrice = z.output<typeof quotation>
