/** Years to seconds, as ISO 8601 has them: `P1Y2M3W4DT5H6M7.5S`. */
const duration =
  /^P(?=.)(?:(\d{1,4})Y)?(?:(\d{1,5})M)?(?:(\d{1,6})W)?(?:(\d{1,7})D)?(?:T(?=.)(?:(\d{1,8})H)?(?:(\d{1,9})M)?(?:(\d{1,11}(?:\.\d{1,3})?)S)?)?$/

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/**
 * The time that is a duration later. Years and months are those of the calendar in UTC: a month after 31 January is the last
 * day of February.
 *
 * @param atMs epoch milliseconds
 * @param text an ISO 8601 duration, such as `PT2H` or `P3D`
 * @returns epoch milliseconds; undefined if the text is not a duration
 */
export function later(atMs: number, text: string): number | undefined {
  return movedBy(atMs, text, 1)
}

/**
 * The time that is a duration later or earlier.
 *
 * @param atMs epoch milliseconds
 * @param text an ISO 8601 duration after its sign, such as `-P3D` or `+PT2H`
 * @returns epoch milliseconds; undefined if the text is nothing of the kind
 */
export function shifted(atMs: number, text: string): number | undefined {
  if (!/^[+-]/.test(text)) return undefined
  return movedBy(atMs, text.slice(1), text.startsWith('-') ? -1 : 1)
}

function movedBy(atMs: number, text: string, sign: 1 | -1): number | undefined {
  const match = duration.exec(text)
  if (!match) return undefined
  const [years, months, weeks, days, hours, minutes, seconds] = match.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const wholeDays = weeks * 7 + days
  const ms = Math.round(wholeDays * dayMs + hours * hourMs + minutes * minuteMs + seconds * secondMs)
  return monthsLater(atMs, sign * (years * 12 + months)) + sign * ms
}

function monthsLater(atMs: number, count: number): number {
  if (count === 0) return atMs
  const moved = new Date(atMs)
  const day = moved.getUTCDate()
  moved.setUTCMonth(moved.getUTCMonth() + count)
  // A day that the month does not have has become one of the next month.
  if (moved.getUTCDate() !== day) moved.setUTCDate(0)
  return moved.getTime()
}
