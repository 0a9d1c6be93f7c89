import { randomUUID } from 'node:crypto'
import type { Mailer } from '#runtime/accounts/account-mail.ts'
import { JobFailure } from '#runtime/jobs/kind.ts'
import type { MailDeps } from '../index.ts'
import { destinationOf } from '../mail-address.ts'
import { composeMime } from '../outgoing/mime-message.ts'
import { DeliveryFailure } from '../outgoing/mx-servers.ts'
import { waitMs } from './deliver.ts'

/** Sends mail of the server itself, such as links to reset passwords; undefined without a domain to send it from. */
export function mailerOf({ settings, transport, clock, sent }: MailDeps): Mailer | undefined {
  const { mailDomain } = settings
  if (mailDomain === undefined) return undefined
  const from = `onedoor@${mailDomain}`
  return {
    outsideAddress(typed) {
      const to = destinationOf(typed.trim(), mailDomain)
      return to?.kind === 'outside' ? to.address : undefined
    },
    async send({ to, subject, text }, { attempt, signal }) {
      const raw = await composeMime(
        {
          ...{ from_address: from, from_name: 'Onedoor', subject, text, in_reply_to: null, refs: null },
          recipients: JSON.stringify([{ address: to }]),
          message_id: `<${randomUUID()}@${mailDomain}>`,
          created_at: clock.now(),
        },
        mailDomain,
      )
      try {
        await transport({ from, to, raw }, signal)
        sent.inc({ outcome: 'delivered' })
      } catch (error) {
        const isPermanent = error instanceof DeliveryFailure && error.isPermanent
        sent.inc({ outcome: isPermanent ? 'failed' : 'deferred' })
        throw new JobFailure((error as Error).message, isPermanent ? 'never' : waitMs(attempt), error)
      }
    },
  }
}
