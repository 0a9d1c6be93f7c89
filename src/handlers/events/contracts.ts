import { z } from 'zod'
import { moment, shortText, topic } from '#runtime/base/topic.ts'

/** An event fired. Published once for each due time, together with its record. */
export const eventFired = topic(
  'events.fired',
  z.object({
    id: shortText,
    account: shortText,
    title: shortText,
    note: z.string().max(16_000).optional(),
    /** When it was due. */
    due: moment,
    minutes: z.int().positive(),
    timezone: shortText,
    /** Whether it will fire again. */
    repeats: z.boolean(),
    /** Whether its texts may be by others. */
    by_others: z.boolean().optional(),
  }),
  {
    meaning: "An account's event has fired. Its owner asked to be reminded at this time.",
    example: {
      id: 'event_01k9y3p4q5r6s7t8v9w0x1y2z3',
      account: 'account_01k9y3p4q5r6s7t8v9w0x1y2z3',
      title: 'Water the greenhouse',
      note: 'The can is behind the door',
      due: 1_795_456_800_000,
      minutes: 20,
      timezone: 'Europe/London',
      repeats: true,
    },
  },
)

/** An event was deleted by its owner. Subscribers delete what they store about it. */
export const eventDeleted = topic('events.deleted', z.object({ id: shortText }), {
  meaning: "An account's event was deleted. Data stored about the event should also be deleted.",
  example: { id: 'event_01k9y3p4q5r6s7t8v9w0x1y2z3' },
})
