import type { Handler } from '#generated/server/handlers.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { MailDeps } from '../index.ts'
import { imapPrefix } from '../providers/imap-source.ts'
import { unknownMessage } from '../providers/webmail-message.ts'

export default ({ webmail }: MailDeps): Handler<'mail.webmailread'> =>
  async ({ id }, ctx) => {
    const latest = await webmail.latest(ctx.account.id)
    if (id.startsWith(imapPrefix)) return webmail.imap.read(id, ctx)
    try {
      return await webmail.gmail.read(id, ctx)
    } catch (failure) {
      // With another kind connected, it is only an unknown id.
      if (latest === 'gmail' || !(failure instanceof OutboundFailure) || failure.kind !== 'not_configured')
        throw failure
      throw unknownMessage(id)
    }
  }
