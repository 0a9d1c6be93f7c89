import { z } from 'zod'
import type { Clock } from '#runtime/base/clock.ts'
import { heard, type Listener } from '#runtime/bus/listener.ts'
import type { Live } from '#runtime/live/types.ts'
import type { Writer } from '#runtime/store/types.ts'
import { setPresence } from './room-rows.ts'
import { memberSubject, roomSubject } from './rooms.ts'

const record = z.object({ id: z.string() })
const post = z.object({ id: z.string(), public: z.boolean() })
const change = z.object({
  group: z.string(),
  account: z.string(),
  change: z.enum(['joined', 'left', 'removed', 'closed']),
})

const closed = z.object({ group: z.string() })

interface ListenerOptions {
  readonly live: Pick<Live, 'loseAccess'>
  readonly clock: Clock
}

/** Ends the streams of those who may no longer follow a room, and hides rooms whose group, post, article or video is gone. */
export function chatListener({ live, clock }: ListenerOptions): Listener {
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
      'groups.closed': heard(closed, ({ payload }, tx) => hide(tx, payload.group)),
    },
  }
}
