import { z } from 'zod'
import { truncate } from '#runtime/base/text/quote.ts'
import { shortText } from '#runtime/base/topic.ts'
import { heard, type Subscriber } from '#runtime/bus/subscriber.ts'
import type { Notifier } from './push-queue.ts'

const maxTitleLength = 100
const maxBodyLength = 300

/** The part of an event that a reminder shows. */
const firedEvent = z.object({ id: shortText, title: shortText, note: z.string().optional() })

/** Reminds people of their events, on their devices and open pages. */
export function reminders(notifier: Pick<Notifier, 'sendLater'>): Subscriber {
  return {
    name: 'notify',
    topics: {
      'events.fired': heard(firedEvent, async ({ account, payload, id }, tx) => {
        if (account === undefined) return
        const { title, note = '' } = payload
        await notifier.sendLater(tx, account, {
          title: truncate(title, maxTitleLength),
          ...(note.trim() === '' ? {} : { body: truncate(note, maxBodyLength) }),
          // One that is delivered twice is shown once; the next time that the event fires is another one.
          tag: `${payload.id} ${id}`,
        })
      }),
    },
  }
}
