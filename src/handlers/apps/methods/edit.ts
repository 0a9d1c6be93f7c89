import type { Args, Handler } from '#generated/server/handlers.ts'
import { callsIn, checkHtml, checkIcon, microPrice, nameOf, storedTags } from '../app-arguments.ts'
import { noSuchOwnApp, ownApp } from '../find-app.ts'
import type { AppsDeps } from '../index.ts'
import { appOf } from '../results.ts'
import * as rows from '../rows/apps.ts'
import { type AppContent, changeApp, contentOf } from '../save-app.ts'

export default ({ baseUrl, checker }: AppsDeps): Handler<'apps.edit'> =>
  async (args, ctx) => {
    const { slug, html, icon } = args
    const before = await ownApp(ctx, slug)
    const { owner } = before
    if (html !== undefined) checkHtml(html)
    if (icon !== undefined) await checkIcon(checker, owner, icon)
    const calls =
      html === undefined || html === before.html ? contentOf(before).calls : await callsIn(checker, owner, html)
    if (changesOf(before, edited(before, args, calls)).length === 0) {
      ctx.charge(0)
      return { ...appOf(before, baseUrl), changed: [] }
    }
    if (rows.isPublic(before)) await ctx.publishes()
    return ctx.store.write(async (tx) => {
      const current = await tx.get<rows.WholeAppRow>(rows.owned({ slug, owner }))
      if (!current) throw noSuchOwnApp(slug)
      const change = edited(current, args, calls)
      const row = await changeApp(tx, current, { ...change, now: ctx.clock.now() })
      return ctx.returns({ ...appOf(row, baseUrl), changed: changesOf(current, change) })
    })
  }

interface Edited {
  readonly content: AppContent
  /** In micro-credits. */
  readonly price: number
}

/** The app after an edit. Omitted arguments keep the current values. @param calls those of `args.html` */
function edited(current: rows.WholeAppRow, args: Args<'apps.edit'>, calls: readonly string[]): Edited {
  const content = contentOf(current)
  return {
    content: {
      name: args.name === undefined ? content.name : nameOf(args.name),
      description: args.description ?? content.description,
      tags: args.tags === undefined ? content.tags : storedTags(args.tags),
      icon: args.icon ?? content.icon,
      html: args.html ?? content.html,
      calls: args.html === undefined ? content.calls : calls,
    },
    price: args.price === undefined ? rows.priceOf(current) : microPrice(args.price),
  }
}

function changesOf(before: rows.WholeAppRow, { content, price }: Edited): string[] {
  const changed: string[] = rows.contentColumns.filter((column) => content[column] !== before[column])
  return [...changed, ...(price === rows.priceOf(before) ? [] : ['price'])].sort()
}
