import type { Handler, Result } from '#generated/server/handlers.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { Reader } from '#runtime/store/types.ts'
import type { MailDeps } from '../index.ts'
import { lineOf, messageNotFound, summaryOf } from '../results.ts'
import * as rows from '../rows/messages.ts'

/** Messages that the summary for older programs names. */
const summarised = 10

export default ({ baseUrl }: MailDeps): Handler<'mail.read'> =>
  async ({ id, offset = 0, limit = 2000 }, { store, account: { id: owner } }) => {
    if (id === undefined) return { text: await summaryText(store, owner, baseUrl) }
    const [row, body] = await Promise.all([
      rows.find(store, { id, owner }),
      store.get<{ part: string; total: number | string }>(rows.bodyPart({ id, owner, from: offset + 1, limit })),
    ])
    if (!row || !body) throw messageNotFound(id)
    const total = Number(body.total)
    const end = Math.min(offset + limit, total)
    return {
      message: summaryOf(row, baseUrl),
      text: body.part,
      total_chars: total,
      offset,
      ...(end < total && offset < total && { next_offset: end }),
    }
  }

async function summaryText(store: Reader, owner: string, baseUrl: string): Promise<Result<'mail.read'>['text']> {
  const [found, total, unread] = await Promise.all([
    store.all<rows.SummaryRow>(rows.inbox({ owner, offset: 0, limit: summarised })),
    totalOf(store, rows.countInbox({ owner })),
    totalOf(store, rows.countUnread({ owner })),
  ])
  if (total === 0) return 'The inbox is empty.'
  const count = `${total} message${total === 1 ? '' : 's'}, ${unread} unread. The latest:`
  return [count, ...found.map((row) => lineOf(summaryOf(row, baseUrl)))].join('\n')
}
