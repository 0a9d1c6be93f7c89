import { readFile } from 'node:fs/promises'
import { type Request, type Response, Router } from 'express'
import type { Result } from '#generated/server/handlers.ts'
import type { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import { once } from '#runtime/base/once.ts'
import { timeInZone } from '#runtime/base/zoned-time.ts'
import { type PagePart, partOf, searchForm, sendPublicPage, sourceNote } from '#runtime/kit/public-page.ts'
import type { PublicPages, PublicSite } from '#runtime/kit/site.ts'
import type { Moment } from '../solar-day.ts'

const path = '/prayer'
const scriptPath = `${path}/here.js`
/** How long a response may be cached, in seconds: it shows the next prayer. */
const freshS = 60

const methodNames = {
  isna: 'Islamic Society of North America',
  mwl: 'Muslim World League',
  egypt: 'Egypt',
  karachi: 'Karachi',
  umm_al_qura: 'Umm al-Qura, Makkah',
  gulf: 'Gulf region',
  dubai: 'Dubai',
  qatar: 'Qatar',
  kuwait: 'Kuwait',
  diyanet: 'Diyanet, Turkey',
  tehran: 'Tehran',
  muis: 'Singapore',
  jakim: 'Malaysia',
  moonsighting: 'Moonsighting Committee',
  morocco: 'Morocco',
} as const
const asrNames = { shafi: "Shafi'i, Maliki, Hanbali", hanafi: 'Hanafi' } as const
const momentNames = {
  fajr: 'Fajr',
  sunrise: 'Sunrise',
  dhuhr: 'Dhuhr',
  asr: 'Asr',
  maghrib: 'Maghrib',
  isha: 'Isha',
} as const satisfies Record<Moment, string>
const moments = Object.keys(momentNames) as Moment[]

/** The parameters of the page. */
interface PageQuery {
  readonly lat: string
  readonly lon: string
  readonly method: keyof typeof methodNames
  readonly asr: keyof typeof asrNames
}

/** `/prayer`: the times of today and the direction of prayer for a place, and the reflection of the day. */
export function prayerPages(site: PublicSite): Omit<PublicPages, 'path'> {
  const routes = Router()
  const script = once(() => readFile(new URL('./here.js', import.meta.url), 'utf8'))
  routes.get(scriptPath, async (_req, res) => {
    res.setHeader('Cache-Control', 'public, max-age=3600')
    res.type('text/javascript').send(await script())
  })
  routes.get(path, async (req, res) => {
    const query = queryOf(req)
    const [place, today] = await Promise.all([
      placePart(site, req, res, query),
      partOf(site.call(req, res, 'prayer.reflection', {}), reflectionMarkup),
    ])
    const main = html`<h1>Prayer</h1>
<p>Times and direction for any place. Programs can get the same data from <a href="/docs/prayer">prayer</a>.</p>
${form(query)}${place?.markup}<h2>For today</h2>
${today.markup}`
    const description = 'Prayer times and the qibla for any place, and a verse for today.'
    const head = html`<script src="${scriptPath}" defer></script>\n`
    allowOwnScripts(res)
    if (place?.problem) res.status(place.problem.status)
    sendPublicPage(res, site.layout({ title: 'Prayer - Onedoor', description, main, head }), {
      parts: [...(place ? [place] : []), today],
      freshS,
    })
  })
  return { title: 'Prayer', description: 'prayer times, the qibla and a verse for today', routes }
}

/** The page works without its script, which this server serves. */
function allowOwnScripts(res: Response): void {
  const policy = String(res.getHeader('Content-Security-Policy') ?? "default-src 'none'")
  if (!policy.includes('script-src')) res.setHeader('Content-Security-Policy', `${policy};script-src 'self'`)
}

function queryOf({ query }: Request): PageQuery {
  const text = (name: string) => (typeof query[name] === 'string' ? query[name].trim().slice(0, 30) : '')
  const chosen = <Name extends string>(names: Readonly<Record<Name, string>>, name: string, fallback: Name): Name =>
    Object.hasOwn(names, text(name)) ? (text(name) as Name) : fallback
  return {
    lat: text('lat'),
    lon: text('lon'),
    method: chosen(methodNames, 'method', 'mwl'),
    asr: chosen(asrNames, 'asr', 'shafi'),
  }
}

function form({ lat, lon, method, asr }: PageQuery): Html {
  const degrees = { inputmode: 'decimal', size: 9, autocomplete: 'off', required: 'required' }
  const fields = [
    { name: 'lat', label: 'Degrees north', value: lat, input: degrees },
    { name: 'lon', label: 'Degrees east', value: lon, input: degrees },
    { name: 'method', label: 'Method', value: method, choices: methodNames },
    { name: 'asr', label: 'Asr', value: asr, choices: asrNames },
  ]
  return searchForm(path, fields, 'Show')
}

/** The times and the direction of a place; undefined without a place. */
async function placePart(
  site: PublicSite,
  req: Request,
  res: Response,
  { lat, lon, method, asr }: PageQuery,
): Promise<(PagePart & { problem?: ApiError }) | undefined> {
  if (lat === '' && lon === '') return undefined
  const place = { lat: degreesOf(lat), lon: degreesOf(lon) }
  const called = Promise.all([
    site.call(req, res, 'prayer.times', { ...place, method, asr, tz: 'place' }),
    site.call(req, res, 'prayer.qibla', place),
  ])
  const part = await partOf(called, ([times, qibla]) => html`${timesMarkup(times, site)}${qiblaMarkup(qibla)}`)
  const problem = part.failure
  if (!problem || problem.status >= 429) return part
  return {
    markup: html`<p class="unavailable" role="alert"><b>These coordinates are not valid.</b> ${problem.message}</p>\n`,
    problem,
  }
}

/** Returns text that is not a number unchanged, for the method to reject. */
function degreesOf(text: string): number {
  const number = text === '' ? Number.NaN : Number(text.replace(',', '.'))
  return Number.isFinite(number) ? number : (text as unknown as number)
}

const dayName = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' })
const polarNames = { day: 'The sun does not set on this day.', night: 'The sun does not rise on this day.' } as const

function timesMarkup(day: Result<'prayer.times'>, site: PublicSite): Html {
  const rows = moments.map((moment) => {
    const time = day.times[moment]
    const isEstimated = moment !== 'sunrise' && day.estimated.includes(moment)
    const notes = [
      ...(day.next && time?.at === day.next.at ? [html`<b>next</b>`] : []),
      ...(isEstimated ? [html`<span class="note">estimated by rule, because the night is short</span>`] : []),
    ]
    return [
      html`${momentNames[moment]}`,
      time ? html`<time datetime="${time.at}">${time.local}</time>` : html`does not occur`,
      html`${notes}`,
    ]
  })
  return html`<h2>${dayName.format(Date.parse(day.day))}</h2>
${day.polar && html`<p><b>${polarNames[day.polar]}</b></p>\n`}${
  day.next &&
  html`<p>${momentNames[day.next.name]} is next, ${dayOf(day.next.at, day.timezone) === day.day ? '' : 'tomorrow '}at ${day.next.local}.</p>\n`
}${site.table('Prayer times', ['Prayer', 'Time', 'Note'], rows)}<p class="note">Times are local to ${day.timezone}. Methods
differ by a few minutes. Follow the practice of your community.</p>
`
}

/** The calendar day of a moment in a zone: `2026-11-21`. */
function dayOf(at: string, timezone: string): string {
  return timeInZone(Date.parse(at), timezone).slice(0, 10)
}

function qiblaMarkup({ bearing_deg: bearing, text }: Result<'prayer.qibla'>): Html {
  const arrow =
    bearing === undefined
      ? undefined
      : html`<svg class="compass" viewBox="0 0 120 120" width="120" height="120" role="img" aria-label="${text}">
<circle cx="60" cy="60" r="46" fill="none" stroke="currentColor" stroke-width="2"/>
<text x="60" y="11" text-anchor="middle">N</text>
<g${attributes({ transform: `rotate(${bearing} 60 60)` })}><path d="M60 18 L70 62 L60 54 L50 62 Z" fill="currentColor"/></g>
</svg>
`
  return html`<h2>Qibla</h2>
${arrow}<p>${text}</p>
`
}

function reflectionMarkup(today: Result<'prayer.reflection'>): Html {
  const { verse, chapter, saying, divine_name: name, translator } = today
  // The licence follows in the same sentence.
  const attribution = today.attribution?.replace(/\.$/, '')
  return html`<blockquote>
<p class="scripture" lang="ar" dir="rtl">${verse.arabic}</p>
<p>${verse.translation}</p>
<footer class="note">${verse.reference}, ${chapter.name}, translated by ${translator}</footer>
</blockquote>
<blockquote>
${saying.arabic && html`<p class="scripture" lang="ar" dir="rtl">${saying.arabic}</p>\n`}<p>${saying.translation}</p>
<footer class="note">${saying.reference}${saying.narrator && html`, narrated by ${saying.narrator}`}</footer>
</blockquote>
<p><span class="scripture" lang="ar" dir="rtl">${name.arabic}</span> ${name.transliteration}, ${name.meaning}</p>
${sourceNote({ ...today, ...(attribution ? { attribution } : {}) })}`
}
