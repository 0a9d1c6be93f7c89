import type { Point } from '#runtime/base/geo.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { lineChart } from '#runtime/graphics/line-chart.ts'
import { outlineMap } from '#runtime/graphics/outline-map.ts'
import { table } from '../kit/layout.ts'
import type { Method } from './model.ts'

type Fields = Readonly<Record<string, unknown>>

/** How much is around a single point, in kilometres. */
const aroundKm = 400
const maxColumns = 5

/**
 * The example's result of a method that everybody may call, as people would rather look at it: places on a map, values by
 * the day as a chart, other lists as a table. Undefined where none of these fits. The text of the example is beside it.
 */
export async function examplePicture({ id, needs, response }: Method): Promise<Html | undefined> {
  if (needs !== 'open' || !isFields(response.example)) return undefined
  const result = isFields(response.example.result) ? response.example.result : response.example
  const items = Array.isArray(result.items) ? result.items.filter(isFields) : []
  const places = items.filter(isPoint)
  if (places.length > 0) return mapOf(id, places)
  const days = items.flatMap(dayValue)
  if (days.length > 1 && days.length === items.length) return lineChart(days, `Chart of the example of ${id}`, String)
  if (items.length > 0) return tableOf(id, items)
  return isPoint(result) ? mapOf(id, [result]) : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPoint(value: Fields): value is Fields & Point {
  return typeof value.lat === 'number' && typeof value.lon === 'number'
}

function mapOf(id: string, places: readonly (Fields & Point)[]): Promise<Html> {
  const [center] = places
  return outlineMap({
    id: `${id.replace('.', '-')}-map`,
    title: `The example of ${id} on a map`,
    description: 'The places of the example result, which is above as text.',
    points: places.map((place) => ({ lat: place.lat, lon: place.lon, title: nameOf(place) })),
    ...(places.length === 1 && center ? { part: { center, radiusKm: aroundKm } } : {}),
  })
}

function nameOf({ name, place, callsign, title, lat, lon }: Fields): string {
  const known = [name, place, callsign, title].find((each) => typeof each === 'string')
  return typeof known === 'string' ? known : `${lat}, ${lon}`
}

/** The first number of a day: its close, its rate. */
function dayValue({ day, ...others }: Fields): { day: string; value: number }[] {
  const value = Object.values(others).find((each) => typeof each === 'number')
  return typeof day === 'string' && typeof value === 'number' ? [{ day, value }] : []
}

function tableOf(id: string, items: readonly Fields[]): Html | undefined {
  const isPlain = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)
  const names = new Set(
    items.flatMap((item) => Object.keys(item).filter((name) => name !== 'id' && isPlain(item[name]))),
  )
  const columns = [...names].slice(0, maxColumns)
  if (columns.length < 2) return undefined
  const rows = items.map((item) => columns.map((name) => html`<span class="long">${String(item[name] ?? '')}</span>`))
  return table(`The example of ${id} as a table`, columns, rows)
}
