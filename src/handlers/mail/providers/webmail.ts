import type { FamilyWorld } from '#runtime/kit/family.ts'
import { gmail } from './gmail.ts'
import { GmailSource } from './gmail-source.ts'
import type { ImapClient } from './imap-client.ts'
import { imap } from './imap-login.ts'
import { createImapSource } from './imap-source.ts'
import type { WebmailSource } from './webmail-message.ts'

/** The web-mail accounts that people connect. */
export interface Webmail {
  readonly gmail: WebmailSource
  readonly imap: WebmailSource
  /** The kind that an account connected last. @throws ApiError failed_precondition if none is connected */
  latest(accountId: string): Promise<'gmail' | 'imap'>
}

export function createWebmail(
  world: Pick<FamilyWorld, 'connections' | 'outbound' | 'clock'>,
  imapClient: Pick<ImapClient, 'run'>,
): Webmail {
  return {
    gmail: new GmailSource(world),
    imap: createImapSource(world, imapClient),
    async latest(accountId) {
      const kind = await world.connections.latest(accountId, { what: 'web-mail account', kinds: [gmail, imap] })
      return kind === gmail ? 'gmail' : 'imap'
    },
  }
}
