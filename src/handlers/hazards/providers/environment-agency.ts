import { z } from 'zod'
import type { Result } from '#generated/server/handlers.ts'
import type { Asker } from '#runtime/base/asker.ts'
import { iso, parseTime } from '#runtime/base/clock.ts'
import type { Point } from '#runtime/base/geo.ts'
import { momentInZone } from '#runtime/base/zoned-time.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import { longList } from '#runtime/outbound/payload.ts'
import type { Provided, Provider } from '#runtime/outbound/provider.ts'
import type { Ages } from '#runtime/outbound/provider-cache.ts'
import { hazardSettings } from '../settings.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const mebibyte = 1024 * 1024

export const environmentAgency: ProviderDescription = {
  name: 'environment-agency',
  source: 'Environment Agency',
  nameInSentence: 'The Environment Agency',
  attribution: 'This uses Environment Agency flood and river level data from the real-time data API (Beta)',
  licence: 'OGL 3.0',
  baseUrl: hazardSettings.floodsBaseUrl,
  pace: { calls: 20, perMs: minuteMs },
  maxBytes: 16 * mebibyte,
  kept: { maxEntries: 4, maxBytes: 32 * mebibyte },
  probe: { path: '/flood-monitoring/id/floods', query: { _limit: 1 } },
  examples: async () => (await import('./environment-agency-examples.ts')).environmentAgencyExamples,
}

/** The list is updated every few minutes. */
export const floodAges: Ages = { freshMs: 5 * minuteMs, refreshMs: 10 * minuteMs, maxAgeMs: 60 * minuteMs }
/** Flood areas hardly ever change. */
const areaAges: Ages = { freshMs: dayMs, refreshMs: 2 * dayMs, maxAgeMs: 30 * dayMs }

/** An alert or warning in force. */
export type Flood = Omit<Result<'hazards.floods'>['items'][number], 'lat' | 'lon' | 'distance_km'>
/** The centres of flood areas, by id. */
export type FloodAreas = ReadonlyMap<string, Point>

/** By the agency's level; a message of level 4 is no longer in force. */
const severities: Readonly<Record<number, Flood['severity']>> = { 1: 'severe_warning', 2: 'warning', 3: 'alert' }

/** Times are local times in England, without a zone. */
const time = z.string().transform((text, { addIssue }) => {
  const ms = parseTime(text) ?? momentInZone(text, 'Europe/London')
  if (ms === undefined) addIssue('is not a time')
  return ms ?? 0
})

const message = z
  .object({
    description: z.string(),
    floodAreaID: z.string(),
    floodArea: z.object({ county: z.string().nullish(), riverOrSea: z.string().nullish() }).nullish(),
    isTidal: z.boolean().nullish().catch(null),
    message: z.string().nullish(),
    severityLevel: z.int().min(0).max(4),
    timeRaised: time,
    timeMessageChanged: time.nullish(),
  })
  .transform((item): Flood | undefined => {
    const severity = severities[item.severityLevel]
    if (!severity) return undefined
    const text = item.message?.replace(/\s+/g, ' ').trim()
    const { county, riverOrSea } = item.floodArea ?? {}
    return {
      id: item.floodAreaID,
      area: item.description,
      ...(county ? { county } : {}),
      ...(riverOrSea ? { river_or_sea: riverOrSea } : {}),
      severity,
      ...(text ? { message: text } : {}),
      ...(typeof item.isTidal === 'boolean' ? { tidal: item.isTidal } : {}),
      raised: iso(item.timeRaised),
      updated: iso(item.timeMessageChanged ?? item.timeRaised),
      url: `https://check-for-flooding.service.gov.uk/target-area/${encodeURIComponent(item.floodAreaID)}`,
    }
  })

const messages = longList('items', message)

const area = z
  .object({
    notation: z.string(),
    lat: z.number().min(-90).max(90).nullish(),
    long: z.number().min(-180).max(180).nullish(),
  })
  .transform(({ notation, lat, long }): readonly [string, Point] | undefined =>
    typeof lat === 'number' && typeof long === 'number' ? [notation, { lat, lon: long }] : undefined,
  )

const centres = longList('items', area, (entries): FloodAreas => new Map(entries))

/** All alerts and warnings in force. */
export function fetchFloods(agency: Provider, asker: Asker): Promise<Provided<readonly Flood[]>> {
  return agency.read(asker, { path: '/flood-monitoring/id/floods', reader: messages, ages: floodAges })
}

/** All flood areas. */
export async function fetchFloodAreas(agency: Provider, asker: Asker): Promise<FloodAreas> {
  const path = '/flood-monitoring/id/floodAreas'
  return (await agency.read(asker, { path, query: { _limit: 10_000 }, reader: centres, ages: areaAges })).data
}
