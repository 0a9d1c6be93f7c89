import { recipientsIn, referencesIn } from '../results.ts'
import type { MessageRow } from '../rows/messages.ts'

type Composed = Pick<
  MessageRow,
  | 'from_address'
  | 'from_name'
  | 'recipients'
  | 'subject'
  | 'message_id'
  | 'in_reply_to'
  | 'refs'
  | 'text'
  | 'created_at'
>

/**
 * The message of a row in the format of RFC 5322: the same bytes each time, so that receivers recognise a second
 * delivery.
 *
 * @param domain of addresses without one
 */
export async function composeMime(row: Composed, domain: string): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const full = (address: string) => (address.includes('@') ? address : `${address}@${domain}`)
  const references = referencesIn(row)
  const composer = new MailComposer({
    from: { address: full(row.from_address), name: row.from_name ?? '' },
    to: recipientsIn(row).map(({ address, name }) => ({ address: full(address), name: name ?? '' })),
    subject: row.subject ?? '',
    ...(row.message_id !== null && { messageId: row.message_id }),
    ...(row.in_reply_to !== null && { inReplyTo: row.in_reply_to }),
    ...(references.length > 0 && { references }),
    date: new Date(Number(row.created_at)),
    text: row.text,
    // Passes lines of any length and all scripts through every server.
    textEncoding: 'quoted-printable',
    disableFileAccess: true,
    disableUrlAccess: true,
    xMailer: false,
    newline: 'windows',
  })
  return composer.compile().build()
}
