import type { Handler } from '#generated/server/handlers.ts'
import type { MailDeps } from '../index.ts'

export default ({ webmail }: MailDeps): Handler<'mail.webmailsearch'> =>
  async (args, ctx) => {
    const kind = await webmail.latest(ctx.account.id)
    return webmail[kind].search(args, ctx)
  }
