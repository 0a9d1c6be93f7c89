import type { Readable } from 'node:stream'
import { domainOf } from '../mail-address.ts'
import type { MessageRow } from '../rows/messages.ts'
import { composeMime } from './mime-message.ts'

/**
 * A message of a mailbox file in the format mboxrd: a line that begins with *From*, then the message with LF line ends,
 * in which lines that begin with *From* are quoted again.
 *
 * @param original the message as it was received; absent for one that was written here, which is composed from its row
 */
export async function mboxOf(row: MessageRow, original: Readable | undefined): Promise<Buffer> {
  const host = domainOf((row.message_id ?? '<x@localhost>').replace(/[<>]/g, ''))
  const raw = original ? Buffer.concat(await original.toArray()) : await composeMime(row, host)
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
