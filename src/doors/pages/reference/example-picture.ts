import { distanceKm, type Point } from '#runtime/base/geo.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { lineChart } from '#runtime/graphics/line-chart.ts'
import { outlineMap } from '#runtime/graphics/outline-map.ts'
import { table } from '../kit/layout.ts'
import type { Method } from './model.ts'

type Fields = Readonly<Record<string, unknown>>
type Place = Fields & Point

/**
 * The margin around places that are close together, in kilometres, and the distance that counts as close: the map only
 * has outlines of countries.
 */
const aroundKm = 400
const closeKm = 100
const maxColumns = 4
/** The maximum of characters in a cell that is not a paragraph. */
const maxCellChars = 80
/** Longer texts may span several lines. */
const maxWordChars = 24
const minNamedValues = 3
/** The unit of a field, at the end of its name. */
const unit = /_(s|m|km|nm|ft|kt|fpm|deg|pct|usd|g|kcal)$/
const instant = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/

/** Fields that mean nothing to people, and those that the map shows. */
const untold = new Set(['id', 'lat', 'lon', 'hex', 'language', 'offset', 'total'])

/**
 * The example's result of a method for people: places on a map, daily values as a chart, other lists and named values
 * as a table. Undefined if none of these fits. The text of the example is next to it.
 */
export async function examplePicture({ id, response }: Method): Promise<Html | undefined> {
  if (!isFields(response.example)) return undefined
  const result = isFields(response.example.result) ? response.example.result : response.example
  const places = placesOf(result)
  const map = places.length > 0 ? await mapOf(id, places) : undefined
  const inWords = listOf(id, result) ?? namedOf(id, result)
  return map || inWords ? html`${map}${inWords}` : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPlain(value: unknown): value is string | number | boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function isPlace(value: unknown): value is Place {
  return isFields(value) && typeof value.lat === 'number' && typeof value.lon === 'number'
}

/** The result if it is a place, and the places that it names and lists. */
function placesOf(result: Fields): Place[] {
  return [result, ...Object.values(result).flat()].filter(isPlace)
}

function mapOf(id: string, places: readonly Place[]): Promise<Html> {
  const [center] = places
  const isSmall = center !== undefined && places.every((place) => distanceKm(center, place) < closeKm)
  return outlineMap({
    id: `${id.replace('.', '-')}-map`,
    title: `The example of ${id} on a map`,
    description: 'The places from the example result above.',
    points: places.map((place) => ({ lat: place.lat, lon: place.lon, title: nameOf(place) })),
    ...(isSmall ? { part: { center, radiusKm: aroundKm } } : {}),
  })
}

function nameOf({ name, place, callsign, title, lat, lon }: Fields): string {
  const known = [name, place, callsign, title].find((each) => typeof each === 'string')
  return typeof known === 'string' ? known : `${lat}, ${lon}`
}

/** The list of a result: daily values as a chart, others as a table. */
function listOf(id: string, { items }: Fields): Html | undefined {
  const listed = Array.isArray(items) ? items.filter(isFields) : []
  const days = listed.flatMap(dayValue)
  if (days.length > 1 && days.length === listed.length) return lineChart(days, `Chart of the example of ${id}`, String)
  return tableOf(`The example of ${id} as a table`, listed)
}

/** The first number of a day: its close, its rate. */
function dayValue({ day, ...others }: Fields): { day: string; value: number }[] {
  const value = Object.values(others).find((each) => typeof each === 'number')
  return typeof day === 'string' && typeof value === 'number' ? [{ day, value }] : []
}

/** The first field of a result with several named values, such as the times of a day. */
function namedOf(id: string, result: Fields): Html | undefined {
  for (const [field, values] of Object.entries(result)) {
    if (!isFields(values) || isPlace(values) || Object.keys(values).length < minNamedValues) continue
    const entries = Object.entries(values)
    const rows = entries.map(([name, value]) => ({ name: inWords(name), ...(isFields(value) ? value : { value }) }))
    const isEven = entries.every(([, value]) => isPlain(value)) || entries.every(([, value]) => isFields(value))
    const shown = isEven ? tableOf(`The ${inWords(field)} of the example of ${id} as a table`, rows) : undefined
    if (shown) return shown
  }
  return undefined
}

function tableOf(label: string, items: readonly Fields[]): Html | undefined {
  const names = new Set(items.flatMap((item) => Object.keys(item)))
  const columns = [...names].filter((name) => isColumn(name, items)).slice(0, maxColumns)
  if (columns.length < 2) return undefined
  const rows = items.map((item) => columns.map((name) => cellOf(item[name])))
  return table(label, columns.map(inWords), rows)
}

/** Whether a field gets a column: some item has it, and all values fit into a cell. */
function isColumn(name: string, items: readonly Fields[]): boolean {
  if (untold.has(name)) return false
  const values = items.map((item) => item[name]).filter((value) => value !== undefined)
  return values.every(
    (value) => isPlain(value) && String(value).length <= maxCellChars && !/^https?:/.test(String(value)),
  )
}

function cellOf(value: unknown): Html {
  if (typeof value === 'boolean') return html`${value ? 'yes' : 'no'}`
  const text = String(value ?? '')
  const [, day, time] = instant.exec(text) ?? []
  if (day !== undefined) return html`<span class="whole">${day},</span> ${time} UTC`
  return text.length > maxWordChars ? html`<span class="sentence">${text}</span>` : html`${text}`
}

function inWords(name: string): string {
  return name.replace(unit, ' ($1)').replaceAll('_', ' ')
}
