import { z } from 'zod'
import type { Clock } from '#runtime/base/clock.ts'
import type { Publisher } from '#runtime/bus/bus.ts'
import { heard, type Subscriber } from '#runtime/bus/subscriber.ts'
import type { Live } from '#runtime/live/types.ts'
import type { Writer } from '#runtime/store/types.ts'
import { readInInbox } from './notify-recipient.ts'
import { memberSubject, roomSubject } from './rooms.ts'
import { setPresence } from './rows/rooms.ts'

const record = z.object({ id: z.string() })
const post = z.object({ id: z.string(), public: z.boolean() })
const change = z.object({
  group: z.string(),
  account: z.string(),
  change: z.enum(['joined', 'left', 'removed', 'closed']),
})

const closed = z.object({ group: z.string() })
const read = z.object({ account: z.string(), kind: z.string(), key: z.string(), at: z.number() })

interface ListenerOptions {
  readonly live: Pick<Live, 'loseAccess'>
  readonly clock: Clock
  readonly bus: Publisher
}

/**
 * Ends the streams of those who may no longer follow a room, hides rooms whose group, post, article or video is gone, and takes
 * conversations as read that were read in the inbox.
 */
export function chatListener({ live, clock, bus }: ListenerOptions): Subscriber {
  const hide = async (tx: Writer, id: string) => {
    await setPresence(tx, id, false, clock.now())
    await live.loseAccess(tx, roomSubject(id))
  }
  const takeRemoval = heard(record, ({ payload }, tx) => hide(tx, payload.id))
  return {
    name: 'chat',
    topics: {
      'blog.updated': heard(post, ({ payload }, tx) =>
        payload.public ? setPresence(tx, payload.id, true, clock.now()) : hide(tx, payload.id),
      ),
      'blog.deleted': takeRemoval,
      'news.withdrawn': takeRemoval,
      'videos.withdrawn': takeRemoval,
      'groups.members': heard(change, async ({ payload }, tx) => {
        const { group, account, change: what } = payload
        if (what !== 'joined') await live.loseAccess(tx, memberSubject(group, account))
      }),
      'inbox.marked_read': heard(read, async ({ payload: { account, kind, key, at } }, tx) => {
        if (kind === 'chat') await readInInbox(bus, tx, { account, room: key, at, now: clock.now() })
      }),
      'groups.closed': heard(closed, ({ payload }, tx) => hide(tx, payload.group)),
    },
  }
}
