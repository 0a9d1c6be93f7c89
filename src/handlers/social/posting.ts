import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { countCharacters } from '#runtime/base/text/shorten.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import { socialDeleted, socialPosted } from './contracts.ts'
import type { SocialDeps } from './index.ts'
import * as rows from './rows.ts'

/** Characters of a post. */
export const maxText = 500
/** The same text again within this time is the same form, submitted twice. */
const duplicateMs = 60_000

interface Author {
  readonly id: string
  readonly username: string
}

/** The public address of a post's page. */
export function addressOf(baseUrl: string, id: string): string {
  return `${baseUrl}/social/${id}`
}

/**
 * Publishes a post and returns its id; for a form that is submitted twice, the id of the first post.
 *
 * @param replyTo id of the post it replies to
 * @throws ApiError invalid_argument if the text is blank or too long, not_found if the post it replies to does not exist,
 *   rate_limited, failed_precondition if the account has no storage left
 */
export async function publishPost(
  { store, bus, clock, limits, baseUrl }: SocialDeps,
  author: Author,
  given: string,
  replyTo?: string,
): Promise<string> {
  const text = textOf(given)
  refuseBeyond(await limits.ofAccount(author.id))
  refuseBeyond(await limits.ofPublicWrites(author.id))
  const now = clock.now()
  const row = { id: newId('social'), owner: author.id, text, reply_to: replyTo ?? null, now }
  return store.write(async (tx) => {
    if (replyTo !== undefined && !(await tx.get(rows.find({ id: replyTo })))) throw noSuchPost()
    const last = await tx.get<rows.PostRow>(rows.newestOf({ owner: author.id }))
    const isSame = last?.text === text && last.reply_to === row.reply_to
    if (isSame && now - Number(last.created_at) < duplicateMs) return last.id
    await rows.insert(tx, row)
    const payload = {
      id: row.id,
      text,
      url: addressOf(baseUrl, row.id),
      source: author.username,
      ...(replyTo === undefined ? {} : { reply_to: replyTo }),
      published: now,
    }
    await bus.publish(tx, socialPosted, payload, { key: row.id, account: author.id })
    return row.id
  })
}

/** Deletes one of the author's posts. @throws ApiError not_found, also for someone else's post; rate_limited */
export async function deletePost({ store, bus, limits }: SocialDeps, author: Author, id: string): Promise<void> {
  refuseBeyond(await limits.ofAccount(author.id))
  await store.write(async (tx) => {
    if (!(await rows.remove(tx, { id, owner: author.id }))) throw noSuchPost()
    await bus.publish(tx, socialDeleted, { id }, { key: id, account: author.id })
  })
}

function noSuchPost(): ApiError {
  return new ApiError('not_found', 'This post does not exist. It may have been deleted.')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is replaced
const control = /[\u0000-\u001f\u007f-\u009f]+/gu

/** The text as it is published: without control characters, and with at most one blank line in a row. */
function textOf(given: string): string {
  const lines = given.split(/\r\n?|[\n\u0085\u2028\u2029]/u).map((line) => line.replace(control, ' ').trimEnd())
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) throw invalidArgument('text', 'must not be blank')
  if (countCharacters(text) > maxText) throw invalidArgument('text', `must have at most ${maxText} characters`)
  return text
}
