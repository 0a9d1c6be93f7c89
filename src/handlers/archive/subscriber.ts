import { firstCharacters } from '../../runtime/base/text/first-characters.ts'
import { oneLine, shorten } from '../../runtime/base/text/shorten.ts'
import { type BusEvent, on, subscriber } from '../../runtime/bus/subscriber.ts'
import type { Writer } from '../../runtime/store/types.ts'
import { type PublishedPost, postDeleted, postPublished, postUpdated } from '../blog/contracts.ts'
import { instrumentPriced } from '../markets/contracts.ts'
import { storyPublished, storyWithdrawn } from '../news/contracts.ts'
import { socialDeleted, socialPosted } from '../social/contracts.ts'
import { type Publication, reminderPublished, videoPublished, videoWithdrawn } from './contracts.ts'
import { type Kind, put, withdraw } from './rows.ts'

const maxTitle = 200
const maxSnippet = 300
/** Characters of a text that are stored. */
const maxText = 20_000

async function keep(
  kind: Kind,
  { account }: BusEvent,
  tx: Writer,
  thing: Publication & { readonly snippet?: string },
): Promise<void> {
  const { id, title, text, snippet = text, url, source, attribution, published } = thing
  const line = oneLine(text) || oneLine(title ?? '') || id
  await put(tx, {
    id,
    kind,
    account: account ?? null,
    title: shorten(oneLine(title ?? '') || line, maxTitle),
    snippet: shorten(oneLine(snippet), maxSnippet),
    text: firstCharacters(text, maxText),
    url: url ?? null,
    source,
    attribution: attribution ?? null,
    published_at: published,
  })
}

const keepPost = (event: BusEvent<PublishedPost>, tx: Writer) => {
  const { public: isPublic, author, ...rest } = event.payload
  return isPublic ? keep('post', event, tx, { ...rest, source: author }) : withdraw(tx, rest.id)
}

const remove = ({ payload }: BusEvent<{ id: string }>, tx: Writer) => withdraw(tx, payload.id)

const keepAs = (kind: Kind) => (event: BusEvent<Publication>, tx: Writer) => keep(kind, event, tx, event.payload)

export const archiveSubscriber = subscriber(
  'archive',
  on(postPublished, keepPost),
  on(postUpdated, keepPost),
  on(postDeleted, remove),
  on(storyPublished, keepAs('news')),
  on(storyWithdrawn, remove),
  on(videoPublished, keepAs('video')),
  on(videoWithdrawn, remove),
  on(instrumentPriced, keepAs('market')),
  on(socialPosted, keepAs('social')),
  on(socialDeleted, remove),
  on(reminderPublished, keepAs('reminder')),
)
