import type { Response } from 'express'
import type { Profiles } from '#runtime/accounts/profiles.ts'
import type { Log } from '#runtime/base/log.ts'
import type { Calls } from '#runtime/calls/pipeline.ts'
import type { Controls, Site, Visit } from '#runtime/calls/site.ts'
import { goneSignal } from '../../http/gone-signal.ts'
import { choice, form, moment, notice, problem, textField } from '../kit/fields.ts'
import { recordTable } from '../kit/record-table.ts'
import { show } from './view.ts'
import { accountOf, formOf, sentBy, visitorOf } from './visitor.ts'

const controls: Controls = { form, textField, choice, problem, notice, recordTable, moment }

interface SiteOptions {
  readonly baseUrl: string
  readonly log: Log
  readonly profiles: Pick<Profiles, 'get'>
  readonly calls: Pick<Calls, 'run'>
}

/** Creates what families make their pages with. */
export function createSite({ baseUrl, log, profiles, calls }: SiteOptions): Site {
  return {
    baseUrl,
    log,
    controls,
    visit: (res) => ({
      get accountId() {
        return accountOf(res).id
      },
      get csrfToken() {
        return visitorOf(res).csrfToken
      },
      get form() {
        return formOf(res)
      },
      get json() {
        return sentBy(res).json
      },
      get file() {
        return sentBy(res).file
      },
      timeZone: async () => (await profiles.get(accountOf(res).id)).timeZone,
      call: callsOf(res, calls),
      show: (page, status) => show(res, page, status),
    }),
  }
}

/** Calls as the visitor of a page, whose session and form have been checked. */
function callsOf(res: Response, calls: Pick<Calls, 'run'>): Visit['call'] {
  return async (operationId, args, attached) => {
    const { sessionId, ...account } = accountOf(res)
    const outcome = await calls.run({
      operationId,
      args: args as object,
      caller: { kind: 'account', via: 'session', account, sessionId },
      origin: 'client',
      requestId: String(res.getHeader('X-Request-Id')),
      signal: goneSignal(res),
      attached,
      isFree: true,
    })
    if (outcome.error) throw outcome.error
    return outcome.result
  }
}
