import type { Handler } from '#generated/server/handlers.ts'
import { pageOf } from '#runtime/kit/page.ts'
import { totalOf } from '#runtime/store/total.ts'
import type { MailDeps } from '../index.ts'
import { lineOf, summaryOf } from '../results.ts'
import * as rows from '../rows/messages.ts'

export default ({ baseUrl }: MailDeps): Handler<'mail.inbox'> =>
  async ({ tag: given, offset = 0, limit = 10 }, { store, account: { id: owner } }) => {
    const tag = given?.toLowerCase()
    const page = { owner, offset, limit }
    const [found, total, unread] = await Promise.all([
      store.all<rows.SummaryRow>(tag === undefined ? rows.inbox(page) : rows.taggedInbox({ ...page, tag })),
      totalOf(store, tag === undefined ? rows.countInbox({ owner }) : rows.countTagged({ owner, tag })),
      totalOf(store, rows.countUnread({ owner })),
    ])
    const items = found.map((row) => summaryOf(row, baseUrl))
    const text = items.length === 0 ? 'There are no messages here.' : items.map(lineOf).join('\n')
    return { ...pageOf(items, total, offset), unread, text }
  }
