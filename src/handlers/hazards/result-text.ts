import type { Result } from '#generated/server/handlers.ts'
import type { Provenance } from '#runtime/base/provenance.ts'
import type { Around } from '#runtime/kit/around-point.ts'

type Quake = Result<'hazards.quakes'>['items'][number]
type Alert = Result<'hazards.alerts'>['items'][number]
type Flood = Result<'hazards.floods'>['items'][number]

interface Told extends Provenance {
  /** How many there are, of which some may not be listed. */
  readonly total: number
  readonly around: Around | undefined
}

/** How many are told in sentences. */
const maxTold = 15
const maxMessageChars = 240

/** The text of `hazards.quakes`. */
export function quakesInWords(
  quakes: readonly Quake[],
  told: Told & { readonly min: number; readonly period: string },
): string {
  const what = counted(told.total, 'earthquake', 'earthquakes')
  const first = `${what} of magnitude ${told.min} or more${within(told.around)} in the last ${told.period}.`
  const caution = quakes.some((quake) => quake.tsunami_check)
    ? ['Whether there is a tsunami is not known here: ask the tsunami warning centre.']
    : []
  return paragraph(first, quakes.map(quakeInWords), told, caution)
}

function quakeInWords({ magnitude, place, age_s, distance_km, depth_km, tsunami_check }: Quake): string {
  const facts = [
    `Magnitude ${magnitude}`,
    ...(place ? [place] : []),
    ago(age_s),
    ...away(distance_km),
    ...(depth_km === undefined ? [] : [`${Math.round(depth_km)} km deep`]),
    ...(tsunami_check ? ['large and at sea'] : []),
  ]
  return `${facts.join(', ')}.`
}

/** The text of `hazards.alerts`. */
export function alertsInWords(alerts: readonly Alert[], told: Told & { readonly level: Alert['level'] }): string {
  const level = { green: '', orange: 'orange or red ', red: 'red ' }[told.level]
  const what = counted(told.total, `${level}alert`, `${level}alerts`)
  return paragraph(`${what}${within(told.around)}.`, alerts.map(alertInWords), told)
}

function alertInWords({ name, level, countries, severity, distance_km }: Alert): string {
  const where = countries.map((country) => country.name).join(', ')
  const head = `${name} (${level})${where && !name.includes(where) ? `, ${where}` : ''}`
  const facts = [...(severity ? [severity] : []), ...away(distance_km)].join(', ')
  return `${facts ? `${head}: ${facts}` : head}.`
}

/** The text of `hazards.floods`. */
export function floodsInWords(
  floods: readonly Flood[],
  told: Told & { readonly severe: boolean; readonly covered: boolean },
): string {
  const what = told.severe
    ? counted(told.total, 'flood warning', 'flood warnings')
    : counted(told.total, 'flood alert or warning', 'flood alerts and warnings')
  const cautions = told.covered
    ? ['These are forecasts, for England only.']
    : ['The point is not in England: nothing is known about floods there, and this does not mean that there are none.']
  return paragraph(`${what}${within(told.around)}.`, floods.map(floodInWords), told, cautions)
}

const expectations: Readonly<Record<Flood['severity'], string>> = {
  severe_warning: 'severe flooding, danger to life',
  warning: 'flooding is expected',
  alert: 'flooding is possible',
}

function floodInWords({ area, distance_km, severity, message }: Flood): string {
  const head = [area, ...away(distance_km)].join(', ')
  return `${head}: ${expectations[severity]}.${message ? ` ${shortened(message)}` : ''}`
}

function shortened(message: string): string {
  const characters = [...message]
  return characters.length <= maxMessageChars ? message : `${characters.slice(0, maxMessageChars - 1).join('')}…`
}

/** What was found, the first of it, how much is left out, and what to mind. */
function paragraph(first: string, sentences: readonly string[], told: Told, cautions: readonly string[] = []): string {
  const rest = told.total - Math.min(sentences.length, maxTold)
  const more = rest > 0 ? [`And ${rest} more.`] : []
  const stale = told.stale ? [`The provider cannot be reached; this was known at ${told.as_of}.`] : []
  return [first, ...sentences.slice(0, maxTold), ...more, ...cautions, ...stale].join(' ')
}

function counted(count: number, one: string, many: string): string {
  if (count === 0) return `No ${many}`
  return count === 1 ? `One ${one}` : `${count} ${many}`
}

function within(around: Around | undefined): string {
  return around ? ` within ${around.withinKm} km` : ''
}

function away(distanceKm: number | undefined): string[] {
  if (distanceKm === undefined) return []
  return [`${distanceKm < 10 ? distanceKm : Math.round(distanceKm)} km away`]
}

/** How long ago, as people say it: in the largest unit of which there is at least one. */
function ago(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  if (minutes < 1) return 'just now'
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : hoursOrDays(Math.floor(minutes / 60))
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

function hoursOrDays(hours: number): [number, string] {
  return hours < 24 ? [hours, 'hour'] : [Math.floor(hours / 24), 'day']
}
