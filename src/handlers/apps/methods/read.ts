import type { Handler, Result } from '#generated/server/handlers.ts'
import { isId } from '#runtime/base/ids.ts'
import type { Context } from '#runtime/calls/context.ts'
import { buildOf, buildText, ownBuild } from '../build/build-results.ts'
import { visibleApp } from '../find-app.ts'
import type { AppsDeps } from '../index.ts'
import { appOf } from '../results.ts'
import { ownedById, type WholeAppRow } from '../rows/apps.ts'

type Reading = Result<'apps.read'>

export default ({ baseUrl }: AppsDeps): Handler<'apps.read'> =>
  async ({ slug }, ctx) =>
    // Slugs have no underscores.
    isId('build', slug)
      ? readBuild(slug, ctx, baseUrl)
      : readingOf(await visibleApp(ctx, slug), baseUrl, ctx.viewer?.id)

/** One of the caller's builds, with its app if it is complete. */
async function readBuild(id: string, ctx: Context, baseUrl: string): Promise<Reading> {
  const owner = ctx.viewer?.id ?? ''
  const row = await ownBuild(ctx.store, id, owner)
  const build = buildOf(row, baseUrl)
  const app =
    row.state === 'complete' && row.app !== null
      ? await ctx.store.get<WholeAppRow>(ownedById({ id: row.app, owner }))
      : undefined
  return { ...(app && readingOf(app, baseUrl, owner)), build, mine: true, text: buildText(build) }
}

/** An app; its source only for the owner. */
function readingOf(row: WholeAppRow, baseUrl: string, reader: string | undefined): Reading {
  const app = appOf(row, baseUrl)
  const tags = app.tags.length > 0 ? ` Tags: ${app.tags.join(', ')}.` : ''
  const text = `${app.name} by ${row.author}: ${asSentence(app.description)}${tags} ${app.url}`
  const mine = reader !== undefined && row.owner === reader
  return { app, ...(mine ? { html: row.html } : {}), mine, text }
}

function asSentence(description: string): string {
  return /[.!?]$/.test(description) ? description : `${description}.`
}
