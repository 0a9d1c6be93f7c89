import { newId } from '../../runtime/base/ids.ts'
import { oneLine, shorten } from '../../runtime/base/text/shorten.ts'
import { type BusEvent, on, subscriber } from '../../runtime/bus/subscriber.ts'
import type { Writer } from '../../runtime/store/types.ts'
import { type PublishedPost, postDeleted, postPublished, postUpdated } from '../blog/contracts.ts'
import { eventDeleted, eventFired } from '../events/contracts.ts'
import { pictureDeleted, pictureGenerated } from '../images/contracts.ts'
import { instrumentMoved } from '../markets/contracts.ts'
import { headlineChanged, storyWithdrawn } from '../news/contracts.ts'
import { put, withdraw } from './rows.ts'

/** Characters of an entry. */
const maxText = 512

interface NewEntry {
  readonly text: string
  readonly url?: string | undefined
  readonly public: boolean
  /** The record that it is about. */
  readonly source: string
  /** There is one entry for each; the record if not given. */
  readonly subject?: string
}

/** Makes an entry of an event, or changes the one about the same subject. */
async function show({ topic, at, account }: BusEvent, tx: Writer, entry: NewEntry): Promise<void> {
  const { text, url, source, subject = source } = entry
  // Without an account there is nobody for whom it could be private.
  if (account === undefined && !entry.public) return
  await put(tx, {
    id: newId('stream'),
    subject,
    source,
    account: account ?? null,
    public: entry.public,
    service: topic.slice(0, topic.indexOf('.')),
    text: shorten(oneLine(text), maxText),
    url: url ?? null,
    created_at: at,
  })
}

/** A post that is written or changed: one that becomes public appears for everyone, one that becomes private disappears. */
function showPost(event: BusEvent<PublishedPost>, tx: Writer): Promise<void> {
  const { id, title, author, url, public: isPublic } = event.payload
  const text = `${author} published "${title}"`
  return show(event, tx, { text, url: isPublic ? url : undefined, public: isPublic, source: id })
}

const remove = ({ payload }: BusEvent<{ id: string }>, tx: Writer) => withdraw(tx, payload.id)

export const streamSubscriber = subscriber(
  'stream',
  on(postPublished, showPost),
  on(postUpdated, showPost),
  on(postDeleted, remove),
  on(eventFired, (event, tx) => {
    const { id, title } = event.payload
    // A repeated event has an entry for each time.
    return show(event, tx, { text: `Event: ${title}`, public: false, source: id, subject: `${id} ${event.id}` })
  }),
  on(eventDeleted, remove),
  on(headlineChanged, (event, tx) => {
    const { id, title, url } = event.payload
    return show(event, tx, { text: title, url, public: true, source: id })
  }),
  on(storyWithdrawn, remove),
  on(pictureGenerated, (event, tx) => {
    const { id, title, url, public: isPublic } = event.payload
    const text = title === undefined ? 'Generated a picture' : `Generated a picture: ${title}`
    return show(event, tx, { text, url, public: isPublic, source: id })
  }),
  on(pictureDeleted, remove),
  on(instrumentMoved, (event, tx) => {
    const { id, name, change_pct: change, url } = event.payload
    const text = `${name} is ${change < 0 ? 'down' : 'up'} ${Math.abs(change).toFixed(1)}%`
    // One entry each day for an instrument that keeps moving.
    const subject = `${id} ${new Date(event.at).toISOString().slice(0, 10)}`
    return show(event, tx, { text, url, public: true, source: id, subject })
  }),
)
