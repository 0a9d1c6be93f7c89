import type { MailHandlers } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld } from '#runtime/kit/family.ts'
import type { AlikeKinds } from '#runtime/outbound/connections/connections.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import { gmail } from './gmail.ts'
import { unknownMessage } from './gmail-failure.ts'
import { createGmailSource } from './gmail-source.ts'
import type { ImapClient } from './imap-client.ts'
import { imap } from './imap-login.ts'
import { createImapSource, imapPrefix } from './imap-source.ts'

const webmail: AlikeKinds = { what: 'web-mail account', kinds: [gmail, imap] }

interface WebmailOptions extends Pick<FamilyWorld, 'connections' | 'outbound' | 'clock'> {
  readonly imapClient: Pick<ImapClient, 'run'>
}

/** The methods that read a connected web-mail account: of several, a search takes the one that was connected last. */
export function createWebmail(options: WebmailOptions): Pick<MailHandlers<Context>, 'webmailsearch' | 'webmailread'> {
  const { connections } = options
  const atGmail = createGmailSource(options)
  const byImap = createImapSource({ ...options, client: options.imapClient })
  return {
    async webmailsearch(args, ctx) {
      const kind = await connections.latest(ctx.account.id, webmail)
      return (kind === gmail ? atGmail : byImap).search(args, ctx)
    },

    async webmailread({ id }, ctx) {
      const kind = await connections.latest(ctx.account.id, webmail)
      if (id.startsWith(imapPrefix)) return byImap.read(id, ctx)
      try {
        return await atGmail.read(id, ctx)
      } catch (failure) {
        // With another kind connected, it is only an id that leads nowhere.
        if (kind === gmail || !(failure instanceof OutboundFailure) || failure.kind !== 'not_configured') throw failure
        throw unknownMessage(id)
      }
    },
  }
}
