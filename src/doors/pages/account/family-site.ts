import type { Response } from 'express'
import { disconnectSignal } from '#http/disconnect-signal.ts'
import type { Profiles } from '#runtime/accounts/profiles.ts'
import type { Log } from '#runtime/base/log.ts'
import { anonymous } from '#runtime/calls/caller.ts'
import type { Calls } from '#runtime/calls/pipeline.ts'
import type { Controls, Site, Visit } from '#runtime/kit/site.ts'
import { clientAddress, type TrustedProxies } from '#runtime/limits/client-address.ts'
import { choice, form, moment, notice, problem, textArea, textField } from '../kit/form-fields.ts'
import { recordTable } from '../kit/layout.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, sentBy, visitorOf } from './visitor.ts'

const controls: Controls = { form, textField, textArea, choice, problem, notice, recordTable, moment }

interface SiteOptions {
  readonly baseUrl: string
  readonly log: Log
  readonly profiles: Pick<Profiles, 'get'>
  readonly calls: Pick<Calls, 'run'>
  readonly trustedProxies: TrustedProxies
  readonly record: AccountServices['record']
}

/** Creates what families build their pages with. */
export function createSite({ baseUrl, log, profiles, calls, trustedProxies, record }: SiteOptions): Site {
  return {
    baseUrl,
    log,
    controls,
    visit: (res) => ({
      get reader() {
        return visitorOf(res).signedIn?.account
      },
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
      async timeZone() {
        const { signedIn } = visitorOf(res)
        return signedIn ? (await profiles.get(signedIn.account.id)).timeZone : 'UTC'
      },
      call: callsOf(res, calls, trustedProxies, true),
      pay: (id, args) => callsOf(res, calls, trustedProxies, false)(id, args),
      recordConnection: (kind) => record(res, 'connection_added', { detail: kind }),
      show: (page, status) => show(res, page, status),
    }),
  }
}

/** Calls as the visitor of a page, whose session and form have been checked. */
function callsOf(res: Response, calls: Pick<Calls, 'run'>, proxies: TrustedProxies, isFree: boolean): Visit['call'] {
  return async (operationId, args, attached) => {
    const { signedIn } = visitorOf(res)
    const outcome = await calls.run({
      operationId,
      args: args as object,
      caller: signedIn
        ? { kind: 'account', via: 'session', account: signedIn.account, sessionId: signedIn.sessionId }
        : anonymous,
      clientAddress: clientAddress(res.req.socket.remoteAddress, res.req.headers, proxies),
      requestId: String(res.getHeader('X-Request-Id')),
      signal: disconnectSignal(res),
      attached,
      isFree,
    })
    if (outcome.error) throw outcome.error
    return outcome.result
  }
}
