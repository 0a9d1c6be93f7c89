import { AsyncLocalStorage } from 'node:async_hooks'
import { BoundedMap } from '../base/bounded-map.ts'
import { iso } from '../base/clock.ts'
import { type Html, html } from '../base/html.ts'

const zones = new AsyncLocalStorage<string>()
/** Creating a formatter costs far more than formatting a date. */
const formatters = new BoundedMap<string, Intl.DateTimeFormat>(100)

/**
 * Renders a page for a reader whose time zone is known.
 *
 * @param timeZone an IANA name
 */
export function inZoneOfReader<T>(timeZone: string, render: () => T): T {
  return zones.run(timeZone, render)
}

/** A moment on a public page, in the zone of a reader who has signed in and in UTC for others, with the zone's name. */
export function publicMoment(ms: number): Html {
  return html`<time datetime="${iso(ms)}">${formatterFor(zones.getStore() ?? 'UTC').format(ms)}</time>`
}

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const present = formatters.get(timeZone)
  if (present) return present
  const [day, hour] = [
    { day: 'numeric', month: 'long', year: 'numeric' },
    { hour: '2-digit', minute: '2-digit' },
  ] as const
  const fresh = new Intl.DateTimeFormat('en-GB', { ...day, ...hour, timeZone, timeZoneName: 'short' })
  formatters.set(timeZone, fresh)
  return fresh
}
