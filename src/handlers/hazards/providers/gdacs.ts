import { z } from 'zod'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { iso, parseTime } from '#runtime/base/clock.ts'
import { nearest } from '#runtime/base/geo.ts'
import type { Context } from '#runtime/calls/context.ts'
import { aroundPoint } from '#runtime/kit/around-point.ts'
import { longList } from '#runtime/outbound/payload.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { warningAges } from '../providers.ts'
import { alertsInWords } from '../result-text.ts'

type Item = Result<'hazards.alerts'>['items'][number]
type Alert = Omit<Item, 'distance_km'>

const maxItems = 200
const defaultKm = 1000

const kinds: Readonly<Record<string, Item['kind']>> = {
  TC: 'cyclone',
  FL: 'flood',
  VO: 'volcano',
  WF: 'wildfire',
  EQ: 'earthquake',
  TS: 'tsunami',
  DR: 'drought',
}
/** From the least to the worst. */
const levels: readonly Item['level'][] = ['green', 'orange', 'red']

/** Times are in UTC and do not say so. */
const time = z.string().transform((text, { addIssue }) => {
  const ms = parseTime(/[Zz]|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`)
  if (ms === undefined) addIssue('is no time')
  return ms ?? 0
})

const country = z.object({ countryname: z.string().nullish(), iso2: z.string().nullish() })

const event = z.object({
  eventtype: z.string(),
  eventid: z.int(),
  eventname: z.string().nullish(),
  name: z.string().nullish(),
  alertlevel: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['green', 'orange', 'red'])),
  iscurrent: z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]),
  country: z.string().nullish(),
  fromdate: time,
  todate: time,
  datemodified: time,
  severitydata: z.object({ severitytext: z.string().nullish() }).nullish(),
  url: z.object({ report: z.url({ protocol: /^https?$/ }) }),
  affectedcountries: z.array(country).nullish(),
  source: z.string().nullish(),
})

const centre = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)], z.number().nullish())

const areas: ReadonlySet<unknown> = new Set(['Polygon', 'MultiPolygon', 'LineString', 'MultiLineString'])

/** An event is a point at its centre; its area, if it has one, is another feature, which is left out. */
const feature = z.preprocess(
  (value) => (areas.has((value as { geometry?: { type?: unknown } } | null)?.geometry?.type) ? undefined : value),
  z
    .object({ geometry: z.object({ type: z.literal('Point'), coordinates: centre }), properties: event })
    .transform(alertOf)
    .optional(),
)

function alertOf({
  geometry,
  properties,
}: {
  geometry: { coordinates: z.infer<typeof centre> }
  properties: z.infer<typeof event>
}): Alert | undefined {
  if (!properties.iscurrent) return undefined
  const [lon, lat] = geometry.coordinates
  const kind = kinds[properties.eventtype] ?? 'other'
  const countries = countriesOf(properties)
  const severity = severityOf(properties.severitydata?.severitytext)
  return {
    id: `${properties.eventtype}${properties.eventid}`,
    kind,
    level: properties.alertlevel,
    name: properties.eventname?.trim() || properties.name?.trim() || unnamed(kind, countries),
    countries,
    ...(severity ? { severity } : {}),
    started: iso(properties.fromdate),
    observed: iso(properties.todate),
    updated: iso(properties.datemodified),
    lat,
    lon,
    ...(properties.source ? { reported_by: properties.source } : {}),
    url: properties.url.report,
  }
}

function countriesOf({ affectedcountries, country }: z.infer<typeof event>): Item['countries'] {
  const affected = (affectedcountries ?? []).flatMap(({ countryname, iso2 }) => {
    const name = countryname?.trim()
    if (!name) return []
    return [{ name, ...(iso2 && /^[A-Z]{2}$/.test(iso2) ? { code: iso2 } : {}) }]
  })
  if (affected.length > 0) return affected
  return (country ?? '')
    .split(',')
    .map((name) => ({ name: name.trim() }))
    .filter(({ name }) => name !== '')
}

/** Floods have "Magnitude 0", which means nothing. */
function severityOf(text: string | null | undefined): string | undefined {
  const trimmed = text?.replace(/\s+/g, ' ').trim()
  return trimmed && !/^Magnitude 0\b/i.test(trimmed) ? trimmed : undefined
}

function unnamed(kind: Item['kind'], countries: Item['countries']): string {
  const what = kind === 'other' ? 'Disaster' : `${kind[0]?.toUpperCase()}${kind.slice(1)}`
  const where = countries.map(({ name }) => name).join(', ')
  return where ? `${what} in ${where}` : what
}

const reader = longList('features', feature)

/** `hazards.alerts`. */
export async function alerts(
  gdacs: Provider,
  args: CallArgs<'hazards.alerts'>,
  ctx: Context,
): Promise<Result<'hazards.alerts'>> {
  const { level = 'green', ...place } = args
  const around = aroundPoint(place, defaultKm)
  const path = '/gdacsapi/api/events/geteventlist/EVENTS4APP'
  const { data, provenance, isFree } = await gdacs.read(ctx, { path, reader, ages: warningAges })
  if (isFree) ctx.charge(0)
  const lowest = levels.indexOf(level)
  const listed = newestOfEach(data).filter((alert) => levels.indexOf(alert.level) >= lowest)
  const { items, total } = around ? nearest(listed, around.point, { ...around, max: maxItems }) : worst(listed)
  const shown = items.map(({ thing, distanceKm }) => itemOf(thing, distanceKm))
  const text = alertsInWords(shown, { total, level, around, ...provenance })
  return { items: shown, total, text, ...provenance }
}

/** The list may hold an event more than once, with what was known of it at different times. */
function newestOfEach(alerts: readonly Alert[]): Alert[] {
  const byId = new Map<string, Alert>()
  for (const alert of alerts) {
    const known = byId.get(alert.id)
    if (!known || known.updated < alert.updated) byId.set(alert.id, alert)
  }
  return [...byId.values()]
}

function worst(alerts: readonly Alert[]): { items: { thing: Alert; distanceKm?: number }[]; total: number } {
  const sorted = alerts.toSorted(
    (a, b) => levels.indexOf(b.level) - levels.indexOf(a.level) || (a.updated < b.updated ? 1 : -1),
  )
  return { items: sorted.slice(0, maxItems).map((thing) => ({ thing })), total: alerts.length }
}

function itemOf(alert: Alert, distanceKm: number | undefined): Item {
  return { ...alert, ...(distanceKm === undefined ? {} : { distance_km: Math.round(distanceKm * 10) / 10 }) }
}
