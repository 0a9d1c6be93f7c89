import type { Readable } from 'node:stream'
import { domainOf } from '../mail-address.ts'
import type { MessageRow } from '../rows/messages.ts'
import { compose } from './mime-message.ts'

/**
 * A message as one of a mailbox file in the form mboxrd: a line that begins with *From*, then the message with lines ended by
 * LF, those that begin with *From* quoted once more.
 *
 * @param original the message as it came; what was written on this server is made from its row
 */
export async function mboxOf(row: MessageRow, original: Readable | undefined): Promise<Buffer> {
  const host = domainOf((row.message_id ?? '<x@localhost>').replace(/[<>]/g, ''))
  const raw = original ? Buffer.concat(await original.toArray()) : await compose(row, host)
  const text = raw
    .toString('latin1')
    .replace(/\r\n/g, '\n')
    .replace(/^(>*From )/gm, '>$1')
  const sender = row.from_address.includes('@') ? row.from_address : `${row.from_address}@${host}`
  const date = new Date(Number(row.created_at))
    .toUTCString()
    .replace(/^(\w+), (\d+) (\w+) (\d+) ([\d:]+) GMT$/, '$1 $3 $2 $5 $4')
  const head = Buffer.from(`From ${sender.replace(/\s/g, '')} ${date}\n`)
  return Buffer.concat([head, Buffer.from(`${text.replace(/\n*$/, '')}\n\n`, 'latin1')])
}
