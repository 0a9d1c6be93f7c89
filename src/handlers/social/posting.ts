import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import { countCharacters } from '#runtime/base/text/shorten.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import { refuseBeyond } from '#runtime/limits/headers.ts'
import { socialDeleted, socialPosted } from './contracts.ts'
import { addressOf } from './stored/address.ts'
import * as rows from './rows.ts'

/** Characters of a post. */
export const maxText = 500
/** The same text within this time is the same form, sent twice. */
const twiceMs = 60_000

interface Author {
  readonly id: string
  readonly username: string
}

/** What people do with posts. */
export interface Posting {
  /**
   * Publishes a text, once: sent twice, it is the post that there is.
   *
   * @param replyTo the post that it replies to
   * @returns its id
   * @throws ApiError invalid_argument for a text that is blank or too long, not_found without the post that it replies to,
   *   rate_limited, or failed_precondition if the account may store no more
   */
  post(author: Author, text: string, replyTo?: string): Promise<string>
  /**
   * Deletes a post of one's own.
   *
   * @throws ApiError not_found also for a post of others, or rate_limited
   */
  delete(author: Author, id: string): Promise<void>
}

export function createPosting(world: Pick<FamilyWorld, 'store' | 'bus' | 'clock' | 'limits' | 'baseUrl'>): Posting {
  const { store, bus, clock, limits, baseUrl } = world
  return {
    async post(author, given, replyTo) {
      const text = textOf(given)
      refuseBeyond(await limits.ofAccount(author.id))
      refuseBeyond(await limits.ofPublicWrites(author.id))
      const now = clock.now()
      const row = { id: newId('social'), owner: author.id, text, reply_to: replyTo ?? null, now }
      return store.write(async (tx) => {
        if (replyTo !== undefined && !(await tx.get(rows.find({ id: replyTo })))) throw noSuchPost()
        const last = await tx.get<rows.PostRow>(rows.newestOf({ owner: author.id }))
        const isSame = last?.text === text && last.reply_to === row.reply_to
        if (isSame && now - Number(last.created_at) < twiceMs) return last.id
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
    },

    async delete(author, id) {
      refuseBeyond(await limits.ofAccount(author.id))
      await store.write(async (tx) => {
        if (!(await rows.remove(tx, { id, owner: author.id }))) throw noSuchPost()
        await bus.publish(tx, socialDeleted, { id }, { key: id, account: author.id })
      })
    },
  }
}

function noSuchPost(): ApiError {
  return new ApiError('not_found', 'There is no such post; it may have been deleted.')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones
const control = /[\u0000-\u001f\u007f-\u009f]+/gu

/** A text as it is published: without control characters, with at most one blank line at a time. */
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
