import type { Handler } from '#generated/server/handlers.ts'
import type { MailDeps } from '../index.ts'
import { messageNotFound, storedOf } from '../results.ts'
import * as rows from '../rows/messages.ts'

export default ({ baseUrl }: MailDeps): Handler<'mail.source'> =>
  async ({ id }, { store, account }) => {
    const row = await rows.findWhole(store, { id, owner: account.id })
    if (!row) throw messageNotFound(id, 'mail.sources')
    return storedOf(row, baseUrl)
  }
