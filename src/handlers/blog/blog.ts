import type { Args, BlogHandlers } from '#generated/server/handlers.ts'
import { ApiError, invalidArgument } from '../../runtime/base/errors.ts'
import { newId } from '../../runtime/base/ids.ts'
import { identityKey } from '../../runtime/base/text/identity-key.ts'
import { snippetOf, titleFrom } from '../../runtime/base/text/markdown.ts'
import { countCharacters, oneLine } from '../../runtime/base/text/shorten.ts'
import { joinTags, parseTags } from '../../runtime/base/text/tags.ts'
import type { Context } from '../../runtime/calls/context.ts'
import { type Candidate, idOrTitle, maxCandidates, onlyCandidate } from '../../runtime/kit/id-or-title.ts'
import { countedAs, totalOf } from '../../runtime/store/total.ts'
import type { Reader } from '../../runtime/store/types.ts'
import { entryOf, newestFirst, postOf } from './answers.ts'
import type { PostPublisher } from './publish-post.ts'
import * as rows from './rows.ts'
import { searchEntryOf, searchKind } from './search/entry.ts'

/** Characters of a post's content, not counting blanks around it. */
const minContent = 50
const defaultLimit = 100

/** Posts that everybody can read, and private ones that only their author can. */
export function createBlog(publish: PostPublisher): BlogHandlers<Context> {
  return { ...reads, ...changes(publish) }
}

const changes = (publish: PostPublisher): Pick<BlogHandlers<Context>, 'create' | 'update' | 'delete'> => ({
  async create({ content, title: given, tags, private: isPrivate = false }, ctx) {
    checkContent(content)
    const title = given === undefined ? titleFrom(content) : oneLine(given)
    const post = {
      id: newId('post'),
      owner: ctx.account.id,
      title,
      title_key: identityKey(title),
      private: isPrivate,
      tags: tags === undefined ? '' : joinTags(parseTags(tags)),
      snippet: snippetOf(content),
      content,
      now: ctx.clock.now(),
    }
    return ctx.store.write(async (tx) => {
      const inserted = await rows.insert(tx, post)
      await ctx.search.put(tx, searchEntryOf(post), 'created')
      await publish.published(tx, inserted, content, ctx.account.username)
      return ctx.returns(entryOf({ ...inserted, author: ctx.account.username }, ctx.account.id))
    })
  },

  async update(args, ctx) {
    const { id, title, content, tags } = args
    if (content !== undefined) checkContent(content)
    const owner = ctx.account.id
    const isChange = [title, content, tags].some((value) => value !== undefined)
    const change = { owner, ...changeOf(args), now: ctx.clock.now() }
    const row = isChange
      ? await ctx.store.write(async (tx) => {
          const changed = await rows.update(tx, change)
          if (changed && change.title_key !== null) {
            const entry = searchEntryOf({ ...changed, title_key: change.title_key })
            await ctx.search.put(tx, entry, 'created')
          }
          if (changed) await publish.updated(tx, changed, changed.content, ctx.account.username)
          return changed
        })
      : await rows.find(ctx.store, { id, owner })
    if (!row) throw notYours(id)
    return entryOf({ ...row, author: ctx.account.username }, owner)
  },

  async delete(args, ctx) {
    const owner = ctx.account.id
    const named = idOrTitle(args)
    const id = await ctx.store.write(async (tx) => {
      const postId = named.id ?? (await idOfOwnTitle(named.title, owner, tx))
      if (!(await rows.remove(tx, { id: postId, owner }))) throw notYours(postId)
      await ctx.search.remove(tx, searchKind, postId)
      await publish.deleted(tx, postId, owner)
      return postId
    })
    return { id, deleted: true }
  },
})

const reads: Pick<BlogHandlers<Context>, 'list' | 'read'> = {
  async list({ limit = defaultLimit }, ctx) {
    const reader = ctx.viewer?.id
    const [listed, ownPrivate, totals] = await Promise.all([
      ctx.store.all<rows.ListedRow>(rows.publicPosts({ limit })),
      reader ? ctx.store.all<rows.ListedRow>(rows.ownPrivate({ owner: reader, limit })) : [],
      Promise.all([
        totalOf(ctx.store, rows.countPublic({})),
        reader ? totalOf(ctx.store, rows.countOwnPrivate({ owner: reader })) : 0,
      ]),
    ])
    const items = newestFirst([...listed, ...ownPrivate]).slice(0, limit)
    const { total, isAtLeast } = countedAs(...totals)
    return {
      items: items.map((row) => entryOf(row, reader)),
      total,
      ...(isAtLeast ? { is_total_at_least: true } : {}),
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
}

/** The columns that a change sets; null leaves one as it is. */
function changeOf({ id, title: given, content, tags }: Args<'blog.update'>) {
  const title = given === undefined ? null : oneLine(given)
  return {
    id,
    title,
    title_key: title === null ? null : identityKey(title),
    tags: tags === undefined ? null : joinTags(parseTags(tags)),
    snippet: content === undefined ? null : snippetOf(content),
    content: content ?? null,
  }
}

async function idOfOwnTitle(title: string, owner: string, tx: Reader): Promise<string> {
  const id = onlyCandidate(title, 'of your posts', await rows.ownTitled(tx, owner, title))
  if (id !== undefined) return id
  throw new ApiError(
    'not_found',
    `No post of yours has the title "${oneLine(title)}"; another author's post cannot be deleted.`,
  )
}

/**
 * The id of the post that a title or a part of one means, among those that the reader sees: a hidden one is neither matched
 * nor named.
 */
async function idOfVisibleTitle(title: string, reader: string, ctx: Context): Promise<string> {
  const titleKey = identityKey(title)
  const exact = await ctx.store.all<Candidate>(rows.titled({ title_key: titleKey, reader }))
  const found = exact.length > 0 ? exact : await titledInPart(titleKey, reader, ctx)
  const id = onlyCandidate(title, 'posts', found)
  if (id !== undefined) return id
  throw new ApiError(
    'not_found',
    `No post that you may read has "${oneLine(title)}" in its title; blog.list shows those there are.`,
  )
}

/** The newest posts that the reader sees and whose titles contain this key. */
async function titledInPart(titleKey: string, reader: string, { store, search }: Context): Promise<Candidate[]> {
  const parts = ['everybody' as const, ...(reader === '' ? [] : [{ owner: reader }])]
  const found = await Promise.all(
    parts.map((part) => search.find(store, { kind: searchKind, in: part, anyOf: [titleKey], limit: maxCandidates })),
  )
  const ids = found.flatMap((each) => each.ids)
  if (ids.length === 0) return []
  return (await store.all<Candidate>(rows.candidates(store.sql, reader, ids))).slice(0, maxCandidates)
}

function checkContent(content: string): void {
  if (countCharacters(content.trim()) >= minContent) return
  throw invalidArgument('content', `must have at least ${minContent} characters, not counting blanks around it`)
}

/** The same error for an unknown id and for another author's post. */
function notYours(id: string): ApiError {
  return new ApiError('not_found', `You have no post with the id "${id}"; only its author can change or delete a post.`)
}
