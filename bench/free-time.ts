import { freeTime } from '../src/handlers/events/free-time.ts'
import type { BusyRow, Repeat } from '../src/handlers/events/rows.ts'
import { median } from './measure.ts'

const goalMs = 20
const runs = 20
const dayMs = 86_400_000
const from = Date.parse('2026-11-23T06:00:00Z')
const query = { from, to: from + 366 * dayMs, minutes: 30, dayStart: 9, dayEnd: 18, timezone: 'Europe/London' }
const repeats = ['daily', 'weekly', 'monthly', 'hourly'] satisfies Repeat[]

/** 200 events that began a year and more before. */
function eventsThatRepeat(repeat: Repeat): BusyRow[] {
  return Array.from({ length: 200 }, (_, index) => ({
    ...{ starts_at: Date.parse('2025-03-01T00:00:00Z') + index * 7_260_000, minutes: 15 + (index % 4) * 15, repeat },
    ...{ timezone: index % 2 ? 'America/New_York' : 'Europe/London' },
    ...{ rrule: null, ends_at: null, exdates: null, rdates: null },
  }))
}

/** The processor time of free time over a year, once its code is compiled. */
export async function measureFreeTime(): Promise<void> {
  console.log('free time of a year with 200 recurring events')
  for (const repeat of repeats) {
    const events = eventsThatRepeat(repeat)
    const took: number[] = []
    for (let run = 0; run < 2 * runs; run++) {
      const before = process.cpuUsage()
      await freeTime(query, events, new AbortController().signal)
      const { user, system } = process.cpuUsage(before)
      if (run >= runs) took.push((user + system) / 1000)
    }
    const ms = median(took)
    const verdict = ms <= goalMs ? 'met' : 'missed'
    console.log(
      `  ${repeat.padEnd(8)}${ms.toFixed(1).padStart(6)} ms of processor  goal: at most ${goalMs} ms: ${verdict}`,
    )
  }
}
