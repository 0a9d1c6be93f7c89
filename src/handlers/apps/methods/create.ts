import type { Args, Handler } from '#generated/server/handlers.ts'
import { callsIn, checkHtml, checkIcon, microPrice, nameOf, storedTags } from '../app-arguments.ts'
import type { AppsDeps } from '../index.ts'
import { appOf } from '../results.ts'
import { insertApp } from '../save-app.ts'
import { slugOf, slugsFrom } from '../slugs.ts'

export default (deps: AppsDeps): Handler<'apps.create'> =>
  async (args, ctx) => {
    const owner = ctx.account.id
    const { content, price } = await contentOf(args, deps, owner)
    const app = {
      ...content,
      owner,
      price,
      public: args.public && !args.private,
      origin: { kind: 'created' as const },
      now: ctx.clock.now(),
    }
    return ctx.store.write(async (tx) => {
      const slugs = args.slug ?? slugsFrom(slugOf(content.name))
      return ctx.returns(appOf(await insertApp(tx, app, slugs), deps.baseUrl))
    })
  }

async function contentOf(args: Args<'apps.create'>, { checker }: AppsDeps, owner: string) {
  checkHtml(args.html)
  const price = microPrice(args.price)
  const tags = args.tags === undefined ? '' : storedTags(args.tags)
  if (args.icon !== undefined) await checkIcon(checker, owner, args.icon)
  const calls = await callsIn(checker, owner, args.html)
  const name = nameOf(args.name)
  const description = args.description ?? name
  return { content: { name, description, tags, icon: args.icon ?? null, html: args.html, calls }, price }
}
