import { ApiError, invalidArgument } from '#runtime/base/errors.ts'
import { quote } from '#runtime/base/text/quote.ts'
import type { Arrivals } from '#runtime/outbound/outside.ts'
import type { MailDeps } from '../index.ts'
import { destinationOf } from '../mail-address.ts'
import { RejectedMessage } from '../parsing/mail-parser.ts'
import { Receiver, SmtpRejection } from './receiver.ts'

/** Whose server brings a message that comes without SMTP: an address for documentation (RFC 5737). */
const origin = { ip: '192.0.2.1', helo: 'outside.example' }

/** Stores a message as the SMTP server would; see `Arrivals`. */
export async function bringMail(
  deps: MailDeps,
  { from: sender, to, raw, isVerified }: Parameters<Arrivals['mail']>[0],
): Promise<void> {
  const { mailDomain: domain, mailMaxBytes } = deps.settings
  const destination = domain === undefined ? undefined : destinationOf(to, domain)
  if (domain === undefined || destination?.kind !== 'local') {
    throw invalidArgument('to', `must be a username, or an address such as ada@${domain}`)
  }
  if (raw.length > mailMaxBytes) throw invalidArgument('raw', `must have at most ${mailMaxBytes} bytes`)
  const receiver = new Receiver(deps, domain)
  const mailbox = await receiver.mailbox(destination)
  if (!mailbox) throw new ApiError('not_found', `No account has the username ${quote(destination.username)}.`)
  const checks = isVerified ? 'spf=pass dkim=none dmarc=none' : 'spf=none dkim=none dmarc=none'
  try {
    await receiver.receive(raw, {
      from: { ...origin, sender },
      recipients: [mailbox],
      authentication: { isVerified, isRejected: false, checks },
    })
  } catch (failure) {
    if (!(failure instanceof SmtpRejection || failure instanceof RejectedMessage)) throw failure
    throw new ApiError('invalid_argument', `The message is rejected: ${failure.message}.`, { cause: failure })
  }
}
