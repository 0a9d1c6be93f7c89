const parts = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
const formats = new Map<string, Intl.DateTimeFormat>()
const localTime = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,9})?$/

/**
 * The moment at which clocks of a time zone show a date and time. A time that a change of the clocks skips is the one as much
 * later; of a time that they show twice it is the earlier.
 *
 * @param text such as `2026-01-09T20:04:00`, without a zone
 * @param zone an IANA name
 * @returns epoch milliseconds; undefined for text that is no such time
 */
export function momentInZone(text: string, zone: string): number | undefined {
  if (!localTime.test(text)) return undefined
  const asUtc = Date.parse(`${text}Z`)
  if (Number.isNaN(asUtc)) return undefined
  // Whichever offset holds is that of a day before or after the time.
  const offsets = [asUtc - 86_400_000, asUtc + 86_400_000].map((at) => offsetMs(at, zone))
  const moments = offsets.map((offset) => asUtc - offset)
  const shown = moments.filter((moment) => moment + offsetMs(moment, zone) === asUtc)
  return shown.length > 0 ? Math.min(...shown) : moments[0]
}

/** How much the clocks of a zone are ahead of UTC at a moment. */
function offsetMs(moment: number, zone: string): number {
  const shown = Object.fromEntries(
    formatOf(zone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => shown[part] ?? 0)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment / 1000) * 1000
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    formats.set(timeZone, format)
  }
  return format
}
