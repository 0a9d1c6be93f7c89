import type { CallArgs } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { faultOf } from '#runtime/calls/site.ts'
import type { LeftOut, ReadCalendar } from '../calendar/read.ts'
import type { ImportOutcome } from './list-page.ts'

/** When so many entries were refused, as at the limit, the others are not tried. */
const maxFailures = 20

/** Schedules the entries of a calendar one by one, and says of each what became of it. */
export async function importEntries(
  read: ReadCalendar,
  create: (entry: CallArgs<'events.create'>) => Promise<unknown>,
): Promise<ImportOutcome> {
  const imported: { title: string; remarks: readonly string[] }[] = []
  const leftOut: LeftOut[] = [...read.leftOut]
  let failures = 0
  for (const { remarks, ...entry } of read.entries) {
    const error =
      failures >= maxFailures
        ? new ApiError('failed_precondition', 'not tried, because too many before it were refused')
        : await faultOf(() => create(entry))
    if (error) {
      failures += 1
      leftOut.push({ title: entry.title, reason: error.message.replace(/\.$/, '') })
    } else imported.push({ title: entry.title, remarks })
  }
  return { imported, leftOut }
}
