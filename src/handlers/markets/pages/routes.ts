import { type Request, Router } from 'express'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import type { Clock } from '#runtime/base/clock.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import { lineChart } from '#runtime/graphics/line-chart.ts'
import { publicMoment } from '#runtime/kit/public-moment.ts'
import { type PagePart, partOf, searchForm, sendPublicPage, sourceNote } from '#runtime/kit/public-page.ts'
import type { PublicPages, PublicSite } from '#runtime/kit/site.ts'
import { daysAfter, utcDay } from '../days.ts'
import { changeText, Exact, priceText } from '../decimals.ts'
import { type Category, categories, instrumentOf } from '../instruments.ts'

type Quote = Result<'markets.list'>['items'][number]

const path = '/markets'
/** How long the page may be cached, in seconds. */
const freshS = 60
/** The most that one call lists. */
const maxListed = 100

const categoryNames: Readonly<Record<Category, string>> = {
  crypto: 'Cryptocurrencies',
  stocks: 'Shares',
  commodities: 'Commodities',
  futures: 'Futures',
  currencies: 'Currencies',
}
const spans = { '30': '30 days', '90': '90 days', '365': 'a year' }
const defaultSpan = '90'

/** `/markets`: prices by category and conversions; and below it a page for each instrument, with its history. */
export function marketPages(site: PublicSite, clock: Clock): Omit<PublicPages, 'path'> {
  const routes = Router()
  routes.get(path, async (req, res) => {
    const category = chosen(req, 'category', categories) ?? 'crypto'
    const conversion = conversionOf(req)
    const [prices, converted] = await Promise.all([
      partOf(site.call(req, res, 'markets.list', { category, limit: maxListed }), (result) => pricesPart(result, site)),
      conversion.args ? convertedPart(site.call(req, res, 'markets.convert', conversion.args)) : undefined,
    ])
    const main = html`<h1>Markets</h1>
<p>Prices in US dollars. Programs can get the same data from <a href="/docs/markets">markets</a>. This is not financial advice.</p>
${categoryLinks(category)}<h2>${categoryNames[category]}</h2>
${prices.markup}<h2 id="convert">Convert</h2>
${convertForm(conversion.shown)}${converted?.markup}`
    const description = 'Prices of coins, shares, commodities and currencies, and conversions between currencies.'
    const page = site.layout({ title: `${categoryNames[category]} - Markets - Onedoor`, description, main })
    sendPublicPage(res, page, { parts: [prices], freshS })
  })
  routes.get(`${path}/:symbol`, async (req, res, next) => {
    const instrument = instrumentOf(req.params.symbol.toUpperCase())
    if (!instrument) return next()
    const { symbol, name } = instrument
    const span = chosen(req, 'days', Object.keys(spans) as (keyof typeof spans)[]) ?? defaultSpan
    const start = daysAfter(utcDay(clock.now()), -Number(span))
    const [quote, history] = await Promise.all([
      partOf(site.call(req, res, 'markets.quote', { symbol }), quotePart),
      partOf(wholeHistory(site, req, res, { symbol, from: start }), (result) => historyPart(result, site)),
    ])
    const main = html`<h1>${name}</h1>
${quote.markup}${searchForm(`${path}/${symbol}`, [{ name: 'days', label: 'Period', value: span, choices: spans }], 'Show')}${
  history.markup
}<p><a href="${path}?category=${instrument.categories[0]}">${categoryNames[instrument.categories[0]]}</a></p>
`
    const description = `The price of ${name} in US dollars, and how it has changed.`
    sendPublicPage(res, site.layout({ title: `${name} - Markets - Onedoor`, description, main }), {
      parts: [quote, history],
      freshS,
    })
  })
  return {
    title: 'Markets',
    description: 'prices of coins, shares, commodities and currencies',
    routes,
  }
}

/** A value of the address, if the page offers it. */
function chosen<Value extends string>(req: Request, name: string, values: readonly Value[]): Value | undefined {
  return values.find((value) => value === req.query[name])
}

function categoryLinks(current: Category): Html {
  return html`<nav aria-label="Categories"><ul class="facts">${categories.map(
    (each) =>
      html`<li><a${attributes({ href: `${path}?category=${each}`, 'aria-current': each === current && 'page' })}>${categoryNames[each]}</a></li>\n`,
  )}</ul></nav>
`
}

function pricesPart({ items, text }: Result<'markets.list'>, site: PublicSite): Html {
  const [first] = items
  // On a phone, a column that repeats one time leaves no room for the prices.
  const isOfOneMoment = items.every((quote) => !quote.stale && quote.as_of === first?.as_of)
  const rows = items.map((quote) => [
    html`<a href="${path}/${quote.symbol}">${quote.name}</a> <span class="note">${quote.symbol}</span>`,
    html`${priceText(new Exact(quote.price_usd))}`,
    html`${quote.change_pct === undefined ? 'unknown' : changeText(quote.change_pct)}`,
    ...(isOfOneMoment ? [] : [asOf(quote)]),
  ])
  const columns = ['Name', 'US dollars', 'Change', ...(isOfOneMoment ? [] : ['As of'])]
  return html`<p>${text}</p>
${site.table('Prices', columns, rows)}${isOfOneMoment && first && html`<p class="note">All as of ${asOf(first)}.</p>\n`}${sources(items)}`
}

function asOf(quote: Quote): Html {
  return html`${publicMoment(Date.parse(quote.as_of))}${quote.stale && html` <b>${staleWord(quote)}</b>`}`
}

function staleWord({ market_open: isOpen }: Quote): string {
  return isOpen === false ? '(market closed)' : '(old)'
}

/** The sources of the prices, each once. */
function sources(items: readonly Quote[]): Html {
  if (items.some(({ source }) => source === 'example')) {
    return html`<p class="note"><b>Example data</b>, made up for trying out this server.</p>\n`
  }
  const terms = [...new Set(items.map(({ source, attribution }) => attribution ?? source))]
  return html`<p class="note">${terms.join('. ')}.</p>\n`
}

function quotePart(quote: Result<'markets.quote'>): Html {
  return html`<p>${quote.text}</p>
${sources([quote])}`
}

/** All closes of a range, which take several calls. */
async function wholeHistory(
  site: PublicSite,
  req: Request,
  res: Parameters<PublicSite['call']>[1],
  range: { symbol: string; from: string },
): Promise<Result<'markets.history'>> {
  const items: Result<'markets.history'>['items'] = []
  for (let offset: number | undefined = 0; ; ) {
    const args: CallArgs<'markets.history'> = { ...range, limit: maxListed, offset }
    const page: Result<'markets.history'> = await site.call(req, res, 'markets.history', args)
    items.push(...page.items)
    offset = page.next_offset
    if (offset === undefined) return { ...page, items }
  }
}

function historyPart({ items, name, text, ...provenance }: Result<'markets.history'>, site: PublicSite): Html {
  const points = items.map(({ day, close_usd: value }) => ({ day, value }))
  const rows = items
    .toReversed()
    .map(({ day, close_usd: close, final }) => [
      html`${day}`,
      html`${priceText(new Exact(close))}${!final && ' (so far)'}`,
    ])
  return html`<h2>Daily closes</h2>
<p>${text}</p>
${
  points.length > 1 &&
  html`<figure>${lineChart(points, `${name}: ${text}`, (value) => priceText(new Exact(value)))}</figure>\n`
}${
  rows.length > 0 &&
  html`<details><summary>Show as a table</summary>
${site.table('Daily closes', ['Day', 'US dollars'], rows)}</details>
`
}${sourceNote(provenance)}`
}

interface RequestedConversion {
  /** As the form shows it. */
  readonly shown: { readonly amount: string; readonly from: string; readonly to: string; readonly date: string }
  /** Undefined if there is nothing to convert. */
  readonly args: CallArgs<'markets.convert'> | undefined
}

function conversionOf(req: Request): RequestedConversion {
  const text = (name: string) => {
    const value = req.query[name]
    return typeof value === 'string' ? value.trim().slice(0, 40) : ''
  }
  const [from, to, date] = [text('from'), text('to'), text('date')]
  const amount = text('amount')
  const shown = { amount: amount || '1', from: from || 'EUR', to: to || 'USD', date }
  if (!from || !to) return { shown, args: undefined }
  return { shown, args: { amount: Number(shown.amount), from, to, ...(date ? { date } : {}) } }
}

function convertForm({ amount, from, to, date }: RequestedConversion['shown']): Html {
  const code = { maxlength: 10, size: 6, autocapitalize: 'characters', autocomplete: 'off' }
  return searchForm(
    `${path}#convert`,
    [
      { name: 'amount', label: 'Amount', value: amount, input: { inputmode: 'decimal', size: 12 } },
      { name: 'from', label: 'From', value: from, input: code },
      { name: 'to', label: 'To', value: to, input: code },
      { name: 'date', label: 'Day (currencies only)', value: date, input: { type: 'date', min: '1999-01-04' } },
    ],
    'Convert',
  )
}

/** A conversion, or what is wrong with the input that people typed. */
async function convertedPart(called: Promise<Result<'markets.convert'>>): Promise<PagePart> {
  const show = (result: Result<'markets.convert'>) =>
    html`<p role="status"><b>${result.text}</b></p>
${sourceNote(result)}`
  try {
    return await partOf(called, show)
  } catch (failure) {
    if (!(failure instanceof Error) || !('status' in failure) || Number(failure.status) >= 500) throw failure
    return { markup: html`<p role="alert">${failure.message}</p>\n` }
  }
}
