import { statement } from '#runtime/store/statement.ts'
import type { Reader, Writer } from '#runtime/store/types.ts'
import { Exact } from './decimals.ts'
import { instrumentOf } from './instruments.ts'
import type { Price } from './providers/prices.ts'

/** A row of `market_prices`. */
type PriceRow = {
  symbol: string
  price_usd: string
  change_pct: number | null
  change_since: number | string | null
  as_of: number | string
  source: string
  attribution: string | null
  moved_on: string | null
}

/** A stored price. */
export interface StoredPrice {
  readonly price: Price
  /** The day on which a large change was last published. */
  readonly movedOn: string | undefined
}

const all = statement<Record<never, never>>((sql) => sql('market_prices').select('*'))

/** The last price of each instrument, by symbol. */
export async function storedPrices(reader: Reader): Promise<Map<string, StoredPrice>> {
  const stored = new Map<string, StoredPrice>()
  for (const row of await reader.all<PriceRow>(all({}))) {
    const instrument = instrumentOf(row.symbol)
    if (!instrument) continue
    const hasChange = row.change_pct !== null && row.change_since !== null
    stored.set(row.symbol, {
      price: {
        instrument,
        usd: new Exact(row.price_usd),
        change: hasChange ? { pct: Number(row.change_pct), sinceMs: Number(row.change_since) } : undefined,
        asOfMs: Number(row.as_of),
        source: row.source,
        attribution: row.attribution ?? undefined,
      },
      movedOn: row.moved_on ?? undefined,
    })
  }
  return stored
}

const upsert = statement<PriceRow>((sql, param) =>
  sql('market_prices')
    .insert(
      param.columns('symbol', 'price_usd', 'change_pct', 'change_since', 'as_of', 'source', 'attribution', 'moved_on'),
    )
    .onConflict('symbol')
    .merge(),
)

/** Replaces the stored price of an instrument. */
export async function storePrice(tx: Writer, price: Price, movedOn: string | undefined): Promise<void> {
  await tx.run(
    upsert({
      symbol: price.instrument.symbol,
      price_usd: price.usd.toFixed(),
      change_pct: price.change?.pct ?? null,
      change_since: price.change?.sinceMs ?? null,
      as_of: price.asOfMs,
      source: price.source,
      attribution: price.attribution ?? null,
      moved_on: movedOn ?? null,
    }),
  )
}
