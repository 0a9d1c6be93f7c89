import type { AppsHandlers, Args, Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { Contract } from '#runtime/calls/contract.ts'
import { StreamedResult } from '#runtime/calls/streamed.ts'
import { keysetPages } from '#runtime/store/keyset.ts'
import { callsIn, checkHtml, checkIcon, microPrice, nameOf, storedTags } from '../app-arguments.ts'
import { contractOfApps } from '../check/callable.ts'
import type { SourceChecker } from '../check/source-checker.ts'
import { addressOf, appOf, readingOf, summaryOf } from '../results.ts'
import * as rows from '../rows/apps.ts'
import { changeApp, insertApp } from '../save-app.ts'
import { slugOf, slugsFrom } from '../slugs.ts'

const pageSize = 50

/** The sandbox of the frame around this server's own page that shows an app: see docs/apps.md. */
const embedSandbox = 'allow-scripts allow-forms allow-same-origin'

interface AppServices {
  readonly baseUrl: string
  readonly checker: SourceChecker
}

type Stored = Pick<AppsHandlers<Context>, 'create' | 'edit' | 'read' | 'collection' | 'embed' | 'fork'>

/** Apps as they are stored. Somebody else's private app is the same as none. */
export function createStoredApps(services: AppServices): Stored {
  return { ...reads(services), ...additions(services), ...edits(services) }
}

function reads({ baseUrl }: AppServices): Pick<Stored, 'read' | 'collection' | 'embed'> {
  return {
    async read({ slug }, ctx) {
      return readingOf(await visibleApp(slug, ctx), baseUrl, ctx.viewer?.id)
    },

    collection(_args, ctx) {
      const owner = ctx.account.id
      const end = { updated_at: Number.MAX_SAFE_INTEGER, id: '' }
      const pages = keysetPages<rows.AppRow>(pageSize, (last, size) =>
        ctx.store.all(
          rows.ownedAfter({ owner, updated_at: Number((last ?? end).updated_at), id: (last ?? end).id, size }),
        ),
      )
      return new StreamedResult<Result<'apps.collection'>>({ items: summaries(pages, baseUrl) })
    },

    async embed({ slug }, ctx) {
      const app = await visibleApp(slug, ctx)
      const url = addressOf(baseUrl, app.slug)
      if (rows.priceOf(app) > 0) {
        throw new ApiError('failed_precondition', `"${app.slug}" has a price, so it opens only on its own page: ${url}`)
      }
      const { name, description } = app
      return {
        slug: app.slug,
        name,
        description,
        url,
        frame_url: `${url}?embed=1`,
        sandbox: embedSandbox,
        text: `${name}: ${url}`,
      }
    },
  }
}

async function* summaries(pages: AsyncIterable<rows.AppRow[]>, baseUrl: string) {
  for await (const page of pages) yield page.map((row) => summaryOf(row, baseUrl))
}

function additions(services: AppServices): Pick<Stored, 'create' | 'fork'> {
  const { baseUrl } = services
  return {
    async create(args, ctx) {
      const owner = ctx.account.id
      const { content, price } = await contentOf(args, services, owner)
      const app = {
        ...content,
        owner,
        price,
        public: args.public && !args.private,
        origin: { kind: 'created' as const },
        now: ctx.clock.now(),
      }
      const isNamed = args.slug !== undefined
      return ctx.store.write(async (tx) => {
        const slugs = args.slug === undefined ? slugsFrom(slugOf(content.name)) : [args.slug]
        return ctx.returns(appOf(await insertApp(tx, app, slugs, isNamed), baseUrl))
      })
    },

    async fork({ slug, new_slug: newSlug }, ctx) {
      const owner = ctx.account.id
      const original = await visibleApp(slug, ctx)
      if (original.owner !== owner && rows.priceOf(original) > 0) {
        throw new ApiError('failed_precondition', `"${original.slug}" has a price, so only its owner can copy it.`)
      }
      const { name, description, tags, icon, html } = original
      const app = {
        owner,
        ...{ name, description, tags, icon, html },
        calls: JSON.parse(original.calls) as string[],
        public: false,
        price: 0,
        origin: { kind: 'fork' as const, slug: original.slug },
        now: ctx.clock.now(),
      }
      return ctx.store.write(async (tx) => {
        const slugs = newSlug === undefined ? slugsFrom(original.slug) : [newSlug]
        return ctx.returns(appOf(await insertApp(tx, app, slugs, newSlug !== undefined), baseUrl))
      })
    },
  }
}

function edits(services: AppServices): Pick<Stored, 'edit'> {
  const { baseUrl } = services
  return {
    async edit(args, ctx) {
      // A wallet pays for a call and has no apps.
      const owner = ctx.viewer?.id
      const before =
        owner === undefined ? undefined : await ctx.store.get<rows.WholeAppRow>(rows.owned({ slug: args.slug, owner }))
      if (owner === undefined || !before) throw notYours(args.slug)
      const contract = await contractOfApps()
      const wanted = await editedContent(before, args, { services, contract })
      if (changedIn(before, wanted).length === 0) {
        ctx.charge(0)
        return { ...appOf(before, baseUrl), changed: [] }
      }
      if (rows.isPublic(before)) await ctx.publishes()
      return ctx.store.write(async (tx) => {
        const now = await tx.get<rows.WholeAppRow>(rows.owned({ slug: args.slug, owner }))
        if (!now) throw notYours(args.slug)
        const change = await editedContent(now, args, { services, contract, calls: wanted.calls })
        const row = await changeApp(tx, now, { content: change, price: change.price, now: ctx.clock.now() })
        return ctx.returns({ ...appOf(row, baseUrl), changed: changedIn(now, change) })
      })
    },
  }
}

async function contentOf(args: Args<'apps.create'>, { checker }: AppServices, subject: string) {
  checkHtml(args.html)
  const price = microPrice(args.price)
  const tags = args.tags === undefined ? '' : storedTags(args.tags)
  if (args.icon !== undefined) await checkIcon(checker, subject, args.icon)
  const calls = await callsIn(args.html, { checker, subject, contract: await contractOfApps() })
  const name = nameOf(args.name)
  const description = args.description ?? name
  return { content: { name, description, tags, icon: args.icon ?? null, html: args.html, calls }, price }
}

/** What an edit makes of an app. Omitted arguments keep what there is. */
async function editedContent(
  before: rows.WholeAppRow,
  args: Args<'apps.edit'>,
  { services, contract, calls }: { services: AppServices; contract: Contract; calls?: readonly string[] },
) {
  const { checker } = services
  const isChecked = calls !== undefined
  if (args.html !== undefined && !isChecked) checkHtml(args.html)
  if (args.icon !== undefined && !isChecked) await checkIcon(checker, before.owner, args.icon)
  const html = args.html ?? before.html
  const present = JSON.parse(before.calls) as string[]
  return {
    name: args.name === undefined ? before.name : nameOf(args.name),
    description: args.description ?? before.description,
    tags: args.tags === undefined ? before.tags : storedTags(args.tags),
    icon: args.icon ?? before.icon,
    html,
    price: args.price === undefined ? rows.priceOf(before) : microPrice(args.price),
    calls:
      args.html === undefined || args.html === before.html
        ? present
        : (calls ?? (await callsIn(html, { checker, subject: before.owner, contract }))),
  }
}

type Edited = Awaited<ReturnType<typeof editedContent>>

function changedIn(before: rows.WholeAppRow, after: Edited): string[] {
  const changed = rows.contentColumns.filter((column) => after[column] !== before[column]) as string[]
  if (after.price !== rows.priceOf(before)) changed.push('price')
  return changed.sort()
}

/** An app that the caller may open. @throws ApiError not_found, the same for a private one of somebody else */
export async function visibleApp(slug: string, { store, viewer }: Context): Promise<rows.WholeAppRow> {
  const row = await store.get<rows.WholeAppRow>(rows.visible({ slug, reader: viewer?.id ?? '' }))
  if (row) return row
  throw new ApiError(
    'not_found',
    `There is no app "${slug}" that you may open; apps.collection lists your own, /apps those of everybody.`,
  )
}

function notYours(slug: string): ApiError {
  return new ApiError('not_found', `You have no app "${slug}"; apps.collection lists those you have.`)
}
