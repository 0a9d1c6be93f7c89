import { type Request, Router } from 'express'
import type { Result } from '#generated/server/handlers.ts'
import { compassName, compassPoint } from '#runtime/base/geo.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { type MapPoint, outlineMap } from '#runtime/graphics/outline-map.ts'
import { type PagePart, partOf, searchForm, sendPublicPage, sourceNote } from '#runtime/kit/public-page.ts'
import type { PublicPages, PublicSite } from '#runtime/kit/site.ts'
import { nauticalMileKm } from '../aircraft.ts'

type Overhead = Result<'flights.overhead'>
type Tracked = Result<'flights.track'>
type Aircraft = Overhead['items'][number] | Tracked['items'][number]

const path = '/flights'
/** How long the page may be cached, in seconds: as long as positions are fresh. */
const freshS = 15
const radii = { '5': '5 nm', '15': '15 nm', '30': '30 nm', '60': '60 nm', '120': '120 nm', '250': '250 nm' }

/** `/flights`: the aircraft over a place, or where a flight is, on a map and in a table. */
export function flightPages(site: PublicSite): Omit<PublicPages, 'path'> {
  const routes = Router()
  routes.get(path, async (req, res) => {
    const search = searchOf(req)
    const parts: PagePart[] = []
    if (search.flight) {
      parts.push(
        await partOf(site.call(req, res, 'flights.track', { flight: search.flight }), (result) =>
          trackedPart(result, site),
        ),
      )
    } else if (search.near) {
      const place = { near: search.near, radius_nm: Number(search.radius) }
      parts.push(await partOf(site.call(req, res, 'flights.overhead', place), (result) => overheadPart(result, site)))
    }
    const main = html`<h1>Flights</h1>
<p>The current positions of aircraft, as received by volunteers. Places without a receiver are not covered. Programs
can get the same data from <a href="/docs/flights">flights</a>.</p>
${forms(search)}${parts.map(({ markup }) => markup)}`
    const description =
      'The current positions of aircraft, around a place or by flight number, on a map and in a table.'
    sendPublicPage(res, site.layout({ title: 'Flights - Onedoor', description, main }), { parts, freshS })
  })
  return { title: 'Flights', description: 'where aircraft are now, on a map and in a table', routes }
}

interface Search {
  readonly near: string
  readonly radius: keyof typeof radii
  readonly flight: string
}

function searchOf({ query }: Request): Search {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name].trim() : '')
  const radius = text('radius')
  return {
    near: text('near'),
    radius: Object.hasOwn(radii, radius) ? (radius as keyof typeof radii) : '30',
    flight: text('flight'),
  }
}

function forms({ near, radius, flight }: Search): Html {
  const overhead = searchForm(
    path,
    [
      {
        name: 'near',
        label: 'Place, airport, or latitude and longitude',
        value: near,
        input: { maxlength: 200, size: 28 },
      },
      { name: 'radius', label: 'Within', value: radius, choices: radii },
    ],
    'Show aircraft',
  )
  const track = searchForm(
    path,
    [
      {
        name: 'flight',
        label: 'Flight number, callsign or registration',
        value: flight,
        input: { maxlength: 20, size: 16 },
      },
    ],
    'Find flight',
  )
  return html`${overhead}${track}`
}

async function overheadPart(result: Overhead, site: PublicSite): Promise<Html> {
  const { items, total, place, lat, lon, radius_nm: radiusNm } = result
  const circle = { center: { lat, lon }, radiusKm: radiusNm * nauticalMileKm }
  const map = await outlineMap({
    id: 'flights-map',
    title: `Aircraft within ${radiusNm} nm of ${place}`,
    description:
      'The dot in the middle is the place. Arrows are aircraft, pointing in the direction of flight, and small dots are aircraft on the ground. The numbers match the table below.',
    part: circle,
    circles: [circle],
    points: [...items.map(pointOf), { lat, lon, title: place, size: 4, kind: 'middle' }],
  })
  const columns = ['No.', 'Flight', 'Type', 'Altitude', 'Speed', 'Heading', 'Distance']
  const rows = items.map((aircraft, index) => [
    html`${index + 1}`,
    ...cellsOf(aircraft),
    html`${aircraft.distance_nm} nm ${compassName(aircraft.compass)}`,
  ])
  const left = total > items.length && html`<p class="note">And ${total - items.length} more.</p>\n`
  const none = html`<p>No aircraft are visible within ${radiusNm} nautical miles of ${place}.</p>\n`
  return html`<h2>${place}</h2>
${map}${items.length === 0 ? none : site.table('Aircraft', columns, rows)}${left}${sourceNote(result)}`
}

async function trackedPart(result: Tracked, site: PublicSite): Promise<Html> {
  const { items, text } = result
  if (items.length === 0) return html`<p>${text}</p>\n${sourceNote(result)}`
  const only = items.length === 1 ? items[0] : undefined
  const nearby = items.map(({ nearest_airport: { lat, lon, name } }) => ({
    lat,
    lon,
    title: name,
    size: 4,
    kind: 'middle' as const,
  }))
  const map = await outlineMap({
    id: 'flight-map',
    ...(only
      ? { part: { center: only, radiusKm: Math.max(300, only.nearest_airport.distance_nm * nauticalMileKm) } }
      : {}),
    title: items.length === 1 ? 'Where the flight is' : 'Where the flights are',
    description:
      'Arrows are aircraft, pointing in the direction of flight, and dots are the nearest airports. The numbers match the table below.',
    points: [...items.map(pointOf), ...nearby],
  })
  const columns = ['No.', 'Flight', 'Type', 'Altitude', 'Speed', 'Heading', 'Position']
  const rows = items.map((aircraft, index) => {
    const { distance_nm: distance, compass, name } = aircraft.nearest_airport
    return [html`${index + 1}`, ...cellsOf(aircraft), html`${distance} nm ${compassName(compass)} of ${name}`]
  })
  return html`<h2>${items[0]?.flight ?? items[0]?.callsign ?? 'Flight'}</h2>
<p>${text}</p>
${map}${site.table('Aircraft', columns, rows)}${sourceNote(result)}`
}

/** @param index in the table, from 0 */
function pointOf(aircraft: Aircraft, index: number): MapPoint {
  const { lat, lon, heading_deg: headingDeg, on_ground: onGround, emergency } = aircraft
  return {
    lat,
    lon,
    title: [aircraft.flight ?? aircraft.callsign ?? aircraft.hex, aircraft.type_name].filter(Boolean).join(', '),
    label: String(index + 1),
    kind: emergency ? 'high' : 'plain',
    ...(onGround ? { size: 3 } : { size: 6, ...(headingDeg === undefined ? {} : { headingDeg }) }),
  }
}

function cellsOf(aircraft: Aircraft): Html[] {
  const {
    airline,
    flight,
    callsign,
    hex,
    registration,
    altitude_ft: altitude,
    speed_kt: speed,
    heading_deg: heading,
  } = aircraft
  const name = [airline, flight ?? callsign ?? registration ?? hex].filter(Boolean).join(' ')
  const code = aircraft.emergency && html`<br>Code ${aircraft.squawk}, which is sometimes set by mistake`
  const height = aircraft.on_ground
    ? 'on the ground'
    : altitude === undefined
      ? 'unknown'
      : `${altitude.toLocaleString('en-GB')} ft`
  return [
    html`${name}${code}`,
    html`${aircraft.type_name ?? aircraft.type_code}`,
    html`${height}`,
    html`${speed !== undefined && `${Math.round(speed)} kt`}`,
    html`${heading !== undefined && compassName(compassPoint(heading))}`,
  ]
}
