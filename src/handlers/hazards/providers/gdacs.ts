import { z } from 'zod'
import type { Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { iso, parseTime } from '#runtime/base/clock.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import { longList } from '#runtime/outbound/payload.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { listOf } from '#runtime/outbound/record-lists.ts'
import { hazardSettings } from '../settings.ts'

const minuteMs = 60_000
const mebibyte = 1024 * 1024

export const gdacs: ProviderDescription = {
  name: 'gdacs',
  source: 'GDACS',
  attribution: 'Global Disaster Alert and Coordination System (GDACS), European Commission and United Nations',
  baseUrl: hazardSettings.gdacsBaseUrl,
  pace: { calls: 10, perMs: minuteMs },
  maxBytes: 8 * mebibyte,
  kept: { maxEntries: 4, maxBytes: 16 * mebibyte },
  probe: { path: '/gdacsapi/api/events/geteventlist/EVENTS4APP' },
  examples: async () => (await import('./gdacs-examples.ts')).gdacsExamples,
}

/** The list is updated every few minutes. */
export const alertAges: Ages = { freshMs: 5 * minuteMs, refreshMs: 10 * minuteMs, maxAgeMs: 60 * minuteMs }

export type Alert = Omit<Result<'hazards.alerts'>['items'][number], 'distance_km'>

const kinds: Readonly<Record<string, Alert['kind']>> = {
  TC: 'cyclone',
  FL: 'flood',
  VO: 'volcano',
  WF: 'wildfire',
  EQ: 'earthquake',
  TS: 'tsunami',
  DR: 'drought',
}

/** Times are in UTC, without a zone. */
const time = z.string().transform((text, { addIssue }) => {
  const ms = parseTime(/[Zz]|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`)
  if (ms === undefined) addIssue('is not a time')
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
  url: z
    .object({ report: z.url({ protocol: /^https?$/ }) })
    .nullish()
    .catch(null),
  /** An alert counts more than the list of its countries, which are also in `country`. */
  affectedcountries: listOf(country).nullish().catch(null),
  source: z.string().nullish(),
})

const centre = z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)], z.number().nullish())

const areas: ReadonlySet<unknown> = new Set(['Polygon', 'MultiPolygon', 'LineString', 'MultiLineString'])

/** An event is a point at its centre; its area, if any, is a separate feature, which is omitted. */
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
    url: properties.url?.report ?? reportOf(properties),
  }
}

/** The page of an event that is listed without its address. */
function reportOf({ eventtype, eventid }: z.infer<typeof event>): string {
  return `https://www.gdacs.org/report.aspx?${new URLSearchParams({ eventtype, eventid: String(eventid) })}`
}

function countriesOf({ affectedcountries, country }: z.infer<typeof event>): Alert['countries'] {
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

/** Floods have a meaningless "Magnitude 0". */
function severityOf(text: string | null | undefined): string | undefined {
  const trimmed = text?.replace(/\s+/g, ' ').trim()
  return trimmed && !/^Magnitude 0\b/i.test(trimmed) ? trimmed : undefined
}

function unnamed(kind: Alert['kind'], countries: Alert['countries']): string {
  const what = kind === 'other' ? 'Disaster' : `${kind[0]?.toUpperCase()}${kind.slice(1)}`
  const where = countries.map(({ name }) => name).join(', ')
  return where ? `${what} in ${where}` : what
}

/** The list may hold several states of an event. */
function newestOfEach(alerts: readonly Alert[]): Alert[] {
  const byId = new Map<string, Alert>()
  for (const alert of alerts) {
    const known = byId.get(alert.id)
    if (!known || known.updated < alert.updated) byId.set(alert.id, alert)
  }
  return [...byId.values()]
}

const reader = longList('features', feature, newestOfEach)

/** All current disasters. */
export function fetchAlerts(gdacs: Provider, asker: Asker): Promise<Provided<readonly Alert[]>> {
  return gdacs.read(asker, { path: '/gdacsapi/api/events/geteventlist/EVENTS4APP', reader, ages: alertAges })
}
