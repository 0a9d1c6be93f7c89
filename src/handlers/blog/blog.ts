import type { BlogHandlers } from '#generated/server/handlers.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { identityKey } from '../../runtime/base/text/identity-key.ts'
import { snippetOf, titleFrom } from '../../runtime/base/text/markdown.ts'
import { countCharacters, oneLine } from '../../runtime/base/text/shorten.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { ambiguousTitle, idOrTitle } from '../../runtime/calls/id-or-title.ts'
import { entryOf, newestFirst, postOf } from './answers.ts'
import * as rows from './rows.ts'
import { joinTags, parseTags } from './tags.ts'

/** The least characters of a post's content, not counting blanks around it. */
const contentLeast = 50
const listDefault = 100

/** Posts that everybody reads, and private ones for their author alone. */
export const blog: BlogHandlers<Context> = {
  async create({ content, title: given, tags, private: isPrivate = false }, ctx) {
    checkContent(content)
    const title = given === undefined ? titleFrom(content) : oneLine(given)
    const call = rows.insert({
      id: newId('post'),
      owner: ctx.account.id,
      title,
      title_key: identityKey(title),
      private: isPrivate,
      tags: tags === undefined ? '' : joinTags(parseTags(tags)),
      snippet: snippetOf(content),
      content,
      now: ctx.clock.now(),
    })
    const row = await ctx.store.write((tx) => tx.get<rows.EntryRow>(call))
    if (!row) throw new Error('An insert answered no row.')
    return entryOf({ ...row, author: ctx.account.username }, ctx.account.id)
  },

  async list({ limit = listDefault }, ctx) {
    const reader = ctx.viewer?.id
    const [found, counts] = await Promise.all([
      Promise.all([
        ctx.store.all<rows.ListedRow>(rows.publicPosts({ limit })),
        reader ? ctx.store.all<rows.ListedRow>(rows.ownPrivate({ owner: reader, limit })) : [],
      ]),
      Promise.all([
        ctx.store.get<rows.CountRow>(rows.countPublic({})),
        reader ? ctx.store.get<rows.CountRow>(rows.countOwnPrivate({ owner: reader })) : undefined,
      ]),
    ])
    const items = newestFirst(found.flat()).slice(0, limit)
    return {
      items: items.map((row) => entryOf(row, reader)),
      total: counts.reduce((sum, count) => sum + Number(count?.total ?? 0), 0),
    }
  },

  async read(args, ctx) {
    const reader = ctx.viewer?.id ?? ''
    const named = idOrTitle(args)
    const id = named.id ?? (await idOfVisibleTitle(named.title, reader, ctx))
    const row = await ctx.store.get<rows.PostRow>(rows.readable({ id, reader }))
    if (!row)
      throw new ApiError(
        'not_found',
        `There is no post with the id "${id}" that you may read; blog.list shows those there are.`,
      )
    return postOf(row, ctx.viewer?.id)
  },

  async update({ id, title: given, content, tags }, ctx) {
    if (content !== undefined) checkContent(content)
    const owner = ctx.account.id
    const isChange = [given, content, tags].some((value) => value !== undefined)
    const title = given === undefined ? null : oneLine(given)
    const call = rows.update({
      id,
      owner,
      title,
      title_key: title === null ? null : identityKey(title),
      tags: tags === undefined ? null : joinTags(parseTags(tags)),
      snippet: content === undefined ? null : snippetOf(content),
      content: content ?? null,
      now: ctx.clock.now(),
    })
    const row = isChange
      ? await ctx.store.write((tx) => tx.get<rows.EntryRow>(call))
      : await ctx.store.get<rows.EntryRow>(rows.own({ id, owner }))
    if (!row) throw notYours(id)
    return entryOf({ ...row, author: ctx.account.username }, owner)
  },

  async delete(args, ctx) {
    const owner = ctx.account.id
    const named = idOrTitle(args)
    const id = await ctx.store.write(async (tx) => {
      const meant =
        named.id ??
        theOneOf(
          named.title,
          await tx.all<rows.TitleRow>(rows.ownTitled({ owner, title_key: identityKey(named.title) })),
        )
      const { changes } = await tx.run(rows.remove({ id: meant, owner }))
      if (changes === 0) throw notYours(meant)
      return meant
    })
    return { id, deleted: true }
  },
}

/** The id of the only own post that has the title. */
function theOneOf(title: string, [first, ...others]: rows.TitleRow[]): string {
  if (!first) {
    throw new ApiError(
      'not_found',
      `No post of yours has the title "${oneLine(title)}"; another author's post cannot be deleted.`,
    )
  }
  if (others.length > 0) throw ambiguousTitle(title, 'of your posts', [first, ...others])
  return first.id
}

/** The id of the post that a title or a part of one means, among those that the reader sees: what is hidden is neither matched nor named. */
async function idOfVisibleTitle(title: string, reader: string, ctx: Context): Promise<string> {
  const titleKey = identityKey(title)
  let found = await ctx.store.all<rows.TitleRow>(rows.titled({ title_key: titleKey, reader }))
  if (found.length === 0) {
    found = await ctx.store.all<rows.TitleRow>(rows.titledInPart({ pattern: rows.patternOf(titleKey), reader }))
  }
  const [first, ...others] = found
  if (!first) {
    throw new ApiError(
      'not_found',
      `No post that you may read has "${oneLine(title)}" in its title; blog.list shows those there are.`,
    )
  }
  if (others.length > 0) throw ambiguousTitle(title, 'posts', found)
  return first.id
}

function checkContent(content: string): void {
  if (countCharacters(content.trim()) >= contentLeast) return
  const message = `must have at least ${contentLeast} characters, not counting blanks around it`
  throw new ApiError('invalid_argument', `content ${message}.`, { details: [{ path: 'content', message }] })
}

/** One answer for an id that nobody has and for a post that somebody else wrote. */
function notYours(id: string): ApiError {
  return new ApiError('not_found', `You have no post with the id "${id}"; only its author can change or delete a post.`)
}
