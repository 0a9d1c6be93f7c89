import { type Request, Router } from 'express'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { outlineMap } from '#runtime/graphics/outline-map.ts'
import { publicMoment } from '#runtime/kit/public-moment.ts'
import { partOf, searchForm, sendPublicPage, sourceNote } from '#runtime/kit/public-page.ts'
import type { PublicPages, PublicSite } from '#runtime/kit/site.ts'
import { depthText } from '../result-text.ts'

type Quakes = Result<'hazards.quakes'>
type Alerts = Result<'hazards.alerts'>
type Floods = Result<'hazards.floods'>

const path = '/hazards'
/** How long the page may be cached, in seconds. */
const freshS = 60
/** Rows of each table. */
const maxRows = 100
/** The part of the world on the map of floods. */
const england = { center: { lat: 52.9, lon: -1.9 }, radiusKm: 340 }

const periods = { hour: 'last hour', day: 'last day', week: 'last week', month: 'last month' }
const magnitudes = { '1': '1 or more', '2.5': '2.5 or more', '4.5': '4.5 or more', '6': '6 or more' }
const levels = { green: 'all', orange: 'orange and red', red: 'red' }

/** `/hazards`: earthquakes, disasters and floods on maps and in tables. */
export function hazardPages(site: PublicSite): Omit<PublicPages, 'path'> {
  const routes = Router()
  routes.get(path, async (req, res) => {
    const search = searchOf(req)
    const [quakes, alerts, floods] = await Promise.all([
      partOf(site.call(req, res, 'hazards.quakes', search.quakes), (result) => quakesPart(result, search.quakes, site)),
      partOf(site.call(req, res, 'hazards.alerts', search.alerts), (result) => alertsPart(result, site)),
      partOf(site.call(req, res, 'hazards.floods', {}), (result) => floodsPart(result, site)),
    ])
    const main = html`<h1>Hazards</h1>
<p>Earthquakes and disasters around the world, and floods in England. Programs can get the same data from <a href="/docs/hazards">hazards</a>.
This is not a warning service. If you are in danger, follow the instructions of the local authorities.</p>
${form(search)}<h2 id="quakes">Earthquakes</h2>
${quakes.markup}<h2 id="alerts">Disasters</h2>
${alerts.markup}<h2 id="floods">Floods in England</h2>
${floods.markup}`
    const description = 'Current earthquakes, disasters and floods, on maps and in tables.'
    const body = site.layout({ title: 'Hazards - Onedoor', description, main })
    sendPublicPage(res, body, { parts: [quakes, alerts, floods], freshS })
  })
  return { title: 'Hazards', description: 'earthquakes, disasters and floods, on maps and in tables', routes }
}

interface Search {
  readonly quakes: { readonly period: keyof typeof periods; readonly min: number }
  readonly alerts: { readonly level: keyof typeof levels }
}

/** The search of the address. Unknown values count as absent. */
function searchOf({ query }: Request): Search {
  const choice = <Name extends string>(name: string, choices: Record<Name, string>, fallback: Name): Name => {
    const value = query[name]
    return typeof value === 'string' && Object.hasOwn(choices, value) ? (value as Name) : fallback
  }
  return {
    quakes: { period: choice('period', periods, 'day'), min: Number(choice('min', magnitudes, '2.5')) },
    alerts: { level: choice('level', levels, 'green') },
  }
}

function form({ quakes, alerts }: Search): Html {
  return searchForm(
    path,
    [
      { name: 'period', label: 'Earthquakes of the', value: quakes.period, choices: periods },
      { name: 'min', label: 'Magnitude', value: String(quakes.min), choices: magnitudes },
      { name: 'level', label: 'Disasters by impact', value: alerts.level, choices: levels },
    ],
    'Show',
  )
}

async function quakesPart(result: Quakes, { period, min }: CallArgs<'hazards.quakes'>, site: PublicSite) {
  const { items, total } = result
  if (items.length === 0) return html`<p>No earthquakes of magnitude ${min ?? 0} or more.</p>\n${sourceNote(result)}`
  const shown = items.slice(0, maxRows)
  const map = await outlineMap({
    id: 'quakes-map',
    title: `Earthquakes of the ${periods[period ?? 'day']}`,
    description:
      'A world map. Larger circles are stronger earthquakes. Circles are orange from magnitude 4.5 and red from magnitude 6. The numbers match the table below.',
    part: 'world',
    points: items.map(({ lat, lon, magnitude, place }, index) => ({
      lat,
      lon,
      title: `Magnitude ${magnitude}${place ? `, ${place}` : ''}`,
      size: Math.max(2, magnitude * 1.3),
      kind: magnitude >= 6 ? 'high' : magnitude >= 4.5 ? 'middle' : 'low',
      ...(index < maxRows && magnitude >= 4.5 ? { label: String(index + 1) } : {}),
    })),
  })
  const rows = shown.map((quake, index) => [
    html`${index + 1}`,
    html`${quake.magnitude}`,
    html`<a href="${quake.url}" rel="nofollow">${quake.place ?? 'unknown'}</a>${quake.tsunami_check && html`<br>Large and at sea. Check with the tsunami warning centre.`}`,
    publicMoment(Date.parse(quake.occurred)),
    html`${quake.depth_km === undefined ? 'unknown' : depthText(quake.depth_km)}`,
  ])
  return html`${map}${site.table('Earthquakes', ['No.', 'Magnitude', 'Place', 'Time', 'Depth'], rows)}${rest(total, shown.length)}${sourceNote(result)}`
}

const alertKinds = { green: 'low', orange: 'middle', red: 'high' } as const

async function alertsPart(result: Alerts, site: PublicSite): Promise<Html> {
  const { items, total } = result
  if (items.length === 0) return html`<p>No disasters of this impact.</p>\n${sourceNote(result)}`
  const shown = items.slice(0, maxRows)
  const map = await outlineMap({
    id: 'alerts-map',
    title: 'Ongoing disasters',
    description:
      'A world map. Disasters with a high impact are red, and disasters with a moderate impact are orange. The numbers match the table below.',
    part: 'world',
    points: items.map(({ lat, lon, level, name }, index) => ({
      lat,
      lon,
      title: `${name} (${level})`,
      size: level === 'green' ? 4 : 6,
      kind: alertKinds[level],
      ...(index < maxRows ? { label: String(index + 1) } : {}),
    })),
  })
  const rows = shown.map(({ name, url, level, countries, severity, updated }, index) => [
    html`${index + 1}`,
    html`<a href="${url}" rel="nofollow">${name}</a>`,
    html`${level}`,
    html`${countries.map((country) => country.name).join(', ')}`,
    html`${severity}`,
    publicMoment(Date.parse(updated)),
  ])
  const columns = ['No.', 'Disaster', 'Impact', 'Countries', 'Severity', 'Updated']
  return html`${map}${site.table('Disasters', columns, rows)}${rest(total, shown.length)}${sourceNote(result)}`
}

const severities = {
  severe_warning: 'severe warning: danger to life',
  warning: 'warning: expected',
  alert: 'alert: possible',
}
const floodKinds = { severe_warning: 'high', warning: 'middle', alert: 'low' } as const

async function floodsPart(result: Floods, site: PublicSite): Promise<Html> {
  const { items, total } = result
  if (items.length === 0) return html`<p>No flood alerts or warnings in England.</p>\n${sourceNote(result)}`
  const shown = items.slice(0, maxRows)
  const map = await outlineMap({
    id: 'floods-map',
    title: 'Flood alerts and warnings in England',
    description:
      'A map of England. Warnings are larger and orange, and severe warnings are red. The numbers match the table below.',
    part: england,
    points: items.flatMap(({ lat, lon, area, severity }, index) =>
      lat === undefined || lon === undefined
        ? []
        : [
            {
              lat,
              lon,
              title: `${area}: ${severities[severity]}`,
              size: severity === 'alert' ? 4 : 6,
              kind: floodKinds[severity],
              ...(index < maxRows ? { label: String(index + 1) } : {}),
            },
          ],
    ),
  })
  const rows = shown.map(({ area, url, severity, county, updated }, index) => [
    html`${index + 1}`,
    url === undefined ? html`${area}` : html`<a href="${url}" rel="nofollow">${area}</a>`,
    html`${severities[severity]}`,
    html`${county}`,
    publicMoment(Date.parse(updated)),
  ])
  return html`${map}${site.table('Floods', ['No.', 'Area', 'Severity', 'County', 'Updated'], rows)}${rest(total, shown.length)}${sourceNote(result)}`
}

function rest(total: number, shown: number): Html | false {
  return total > shown && html`<p class="note">And ${total - shown} more.</p>\n`
}
