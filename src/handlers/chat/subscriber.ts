import { type BusEvent, on, type Subscriber, subscriber } from '#runtime/bus/subscriber.ts'
import type { Writer } from '#runtime/store/types.ts'
import { videoWithdrawn } from '../archive/contracts.ts'
import { postDeleted, postUpdated } from '../blog/contracts.ts'
import { groupClosed } from '../groups/contracts.ts'
import { inboxMarkedRead } from '../inbox/contracts.ts'
import { storyWithdrawn } from '../news/contracts.ts'
import { roomSubject } from './find-room.ts'
import type { ChatDeps } from './index.ts'
import { readInInbox } from './notify-recipient.ts'
import { setPresence } from './rows/rooms.ts'

/**
 * Hides rooms whose group, post, article or video is gone and ends their streams, and marks conversations as read that were
 * read in the inbox.
 */
export function chatSubscriber({ live, clock, bus }: ChatDeps): Subscriber {
  const hide = async (tx: Writer, id: string) => {
    await setPresence(tx, id, false, clock.now())
    await live.loseAccess(tx, roomSubject(id))
  }
  const hideRoom = ({ payload }: BusEvent<{ id: string }>, tx: Writer) => hide(tx, payload.id)
  return subscriber(
    'chat',
    on(postUpdated, ({ payload: { id, public: isPublic } }, tx) =>
      isPublic ? setPresence(tx, id, true, clock.now()) : hide(tx, id),
    ),
    on(postDeleted, hideRoom),
    on(storyWithdrawn, hideRoom),
    on(videoWithdrawn, hideRoom),
    on(groupClosed, ({ payload }, tx) => hide(tx, payload.group)),
    on(inboxMarkedRead, async ({ payload: { account, kind, key, at } }, tx) => {
      if (kind === 'chat') await readInInbox(bus, tx, { account, room: key, at, now: clock.now() })
    }),
  )
}
