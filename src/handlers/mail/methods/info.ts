import type { Handler } from '#generated/server/handlers.ts'
import type { MailDeps } from '../index.ts'
import { infoOf } from '../results.ts'

export default (deps: MailDeps): Handler<'mail.info'> =>
  async ({ tag }, { account }) =>
    infoOf(deps, account.username, tag)
