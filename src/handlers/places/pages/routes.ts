import { type Request, Router } from 'express'
import type { Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Point } from '#runtime/base/geo.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'
import { outlineMap } from '#runtime/graphics/outline-map.ts'
import { placeIn } from '#runtime/kit/place-argument.ts'
import { type PagePart, partOf, searchForm, sendPublicPage, sourceNote } from '#runtime/kit/public-page.ts'
import type { PublicPages, PublicSite } from '#runtime/kit/site.ts'
import type { PlacesDeps } from '../index.ts'
import { createNearbyForReaders } from './nearby-for-readers.ts'

const path = '/places'
/** How long a response may be cached, in seconds. */
const freshS = 300
const maxLength = 200
const radiusM = 1000

/** `/places`: a place by its name, the address and elevation of a point, and places nearby, on maps and in tables. */
export function placesPages(site: PublicSite, deps: PlacesDeps): Omit<PublicPages, 'path'> {
  const routes = Router()
  const nearby = createNearbyForReaders(deps)
  routes.get(path, async (req, res) => {
    const { q, what } = queryOf(req)
    const place = placeIn(q, 'q', [])
    const point = place && 'point' in place ? place.point : undefined
    const byPoint = point
      ? [
          partOrSentence(site.call(req, res, 'places.address', point), (found) => addressPart(found, site)),
          partOrSentence(site.call(req, res, 'places.elevation', point), elevationPart),
        ]
      : []
    let centre = point
    const named = async () => {
      const found = await site.call(req, res, 'places.geocode', { address: q })
      centre = found.items[0]
      return found
    }
    const found = await Promise.all(
      q !== '' && !point ? [partOrSentence(named(), (each) => matchesPart(each, site))] : byPoint,
    )
    const search = centre && what !== '' ? { point: pointOf(centre), query: what, radius: radiusM } : undefined
    const around = search && (await partOrSentence(nearby(req, search), (each) => nearbyPart(each, what, site)))
    const main = html`<h1>Places</h1>
<p>Find a place or an address, the address at a point, and what is nearby. Programs can get the same results from <a href="/docs/places">places</a>.</p>
${form(q, what)}${found.map(({ markup }) => markup)}${around && html`<h2 id="nearby">Nearby</h2>\n${around.markup}`}`
    const description = 'Find a place or an address, the address at a point, and what is nearby.'
    const body = site.layout({ title: 'Places - Onedoor', description, main })
    sendPublicPage(res, body, { parts: [...found, ...(around ? [around] : [])], freshS })
  })
  return { title: 'Places', description: 'places, addresses and what is nearby, on maps and in tables', routes }
}

function queryOf({ query }: Request): { q: string; what: string } {
  const text = (value: unknown) => (typeof value === 'string' ? firstCharacters(value.trim(), maxLength) : '')
  return { q: text(query.q), what: text(query.what) }
}

function form(q: string, what: string): Html {
  return searchForm(
    path,
    [
      { name: 'q', label: 'Place, address or coordinates', value: q, input: { maxlength: maxLength } },
      { name: 'what', label: 'Nearby, such as cafe (optional)', value: what, input: { maxlength: maxLength } },
    ],
    'Find',
  )
}

/** As `partOf`, but errors of the request, such as that nothing was found, are shown as a sentence. */
function partOrSentence<T>(called: Promise<T>, show: (result: T) => Html | Promise<Html>): Promise<PagePart> {
  const shown = called.then(show).catch((failure: unknown) => {
    if (failure instanceof ApiError && failure.status < 429) return html`<p>${failure.message}</p>\n`
    throw failure
  })
  return partOf(shown, (markup) => markup)
}

async function matchesPart(result: Result<'places.geocode'>, site: PublicSite): Promise<Html> {
  const { items, is_truncated: isTruncated } = result
  const [best] = items
  if (!best) return html`<p>${result.text}</p>\n${sourceNote(result)}`
  const map = await outlineMap({
    id: 'matches-map',
    title: 'Where the places are',
    description: 'The numbers match those in the table below.',
    points: items.map(({ lat, lon, address }, at) => ({
      lat,
      lon,
      title: address,
      label: String(at + 1),
      kind: 'middle',
    })),
    ...(items.length === 1 ? { part: { center: best, radiusKm: 400 } } : {}),
  })
  const rows = items.map(({ address, kind, lat, lon }, at) => [
    html`${at + 1}`,
    html`<a href="${path}?q=${encodeURIComponent(`${lat},${lon}`)}">${address}</a>`,
    html`${kind.replaceAll('_', ' ')}`,
    html`${lat.toFixed(5)}, ${lon.toFixed(5)}`,
  ])
  return html`<h2 id="matches">Places</h2>
${map}${site.table('Places', ['No.', 'Place', 'Kind', 'Coordinates'], rows)}${
  isTruncated && html`<p class="note">More places match. Use a more specific name.</p>\n`
}${sourceNote(result)}`
}

async function addressPart(result: Result<'places.address'>, site: PublicSite): Promise<Html> {
  const { address, kind, lat, lon, distance_m: distance } = result
  const map = await outlineMap({
    id: 'address-map',
    title: 'Where the address is',
    description: 'One point, described in the table below.',
    points: [{ lat, lon, title: address, kind: 'middle' }],
    part: { center: { lat, lon }, radiusKm: 400 },
  })
  const row = [html`${address}`, html`${kind.replaceAll('_', ' ')}`, html`${distance} m`]
  return html`<h2 id="address">Address</h2>
${map}${site.table('Address', ['Address', 'Kind', 'Distance'], [row])}${sourceNote(result)}`
}

function elevationPart(result: Result<'places.elevation'>): Html {
  return html`<h2 id="elevation">Elevation</h2>
<p>${result.text}</p>
${sourceNote(result)}`
}

async function nearbyPart(result: Result<'places.nearby'>, what: string, site: PublicSite): Promise<Html> {
  const { items, lat, lon, radius_m: radius } = result
  if (items.length === 0)
    return html`<p>Nothing that matches ${what} was found within ${radius} m.</p>\n${sourceNote(result)}`
  const circle = { center: { lat, lon }, radiusKm: radius / 1000 }
  const map = await outlineMap({
    id: 'nearby-map',
    title: `Within ${radius} m`,
    description:
      'North is up, and the centre of the search is in the middle. The numbers match those in the table below.',
    points: items.map((item, at) => ({ ...pointOf(item), title: item.name, label: String(at + 1), kind: 'middle' })),
    circles: [circle],
    part: circle,
  })
  const rows = items.map(({ name, kind, address, distance_m: distance, open_now: isOpen, website }, at) => [
    html`${at + 1}`,
    website === undefined ? html`${name}` : html`<a href="${website}" rel="nofollow">${name}</a>`,
    html`${kind.replaceAll('_', ' ')}`,
    html`${distance} m`,
    html`${isOpen === undefined ? 'unknown' : isOpen ? 'yes' : 'no'}`,
    html`${address}`,
  ])
  return html`${map}${site.table('Nearby', ['No.', 'Name', 'Kind', 'Distance', 'Open now', 'Address'], rows)}${sourceNote(result)}`
}

function pointOf({ lat, lon }: Point): Point {
  return { lat, lon }
}
