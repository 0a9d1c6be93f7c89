import type { Response } from 'express'
import type { CallArgs, Result } from '#generated/server/handlers.ts'
import { type OperationId, operations } from '#generated/server/operations.ts'
import { disconnectSignal } from '#http/disconnect-signal.ts'
import type { Profiles } from '#runtime/accounts/profiles.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { anonymous, type Caller } from '#runtime/calls/caller.ts'
import type { KnownCall } from '#runtime/calls/incoming.ts'
import type { Calls } from '#runtime/calls/pipeline.ts'
import type { Controls, Site, Visit } from '#runtime/kit/site.ts'
import { clientAddress, type TrustedProxies } from '#runtime/limits/client-address.ts'
import { choice, form, moment, notice, problem, textArea, textField } from '../kit/form-fields.ts'
import { recordTable } from '../kit/layout.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, sentBy, visitorOf } from './visitor.ts'

/** The operations that change nothing. */
const reads: ReadonlySet<OperationId> = new Set(operations.flatMap(({ kind, id }) => (kind === 'read' ? [id] : [])))

const controls: Controls = { form, textField, textArea, choice, problem, notice, recordTable, moment }

interface SiteOptions extends CallParts, Pick<AccountServices, 'baseUrl' | 'log' | 'record'> {
  readonly profiles: Pick<Profiles, 'get'>
}

/** Creates what families build their pages with. */
export function createSite({ baseUrl, log, profiles, record, ...parts }: SiteOptions): Site {
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
      call: callsOf(res, parts, true),
      pay: (id, args) => callsOf(res, parts, false)(id, args),
      recordConnection: (kind) => record(res, 'connection_added', { detail: kind }),
      recordMail: (action, about) => record(res, action, about),
      show: (page, status) => show(res, page, status),
    }),
  }
}

/** Calls as the visitor of a page, whose session and form have been checked. */
function callsOf(res: Response, parts: CallParts, isFree: boolean): Visit['call'] {
  return (operationId, args, attached) => {
    const { signedIn, impersonation } = visitorOf(res)
    if (impersonation && !reads.has(operationId)) throw changesNothing()
    const caller: Caller = signedIn
      ? {
          ...{ kind: 'account', via: 'session', account: signedIn.account, sessionId: signedIn.sessionId },
          administrator: impersonation?.administrator,
        }
      : anonymous
    return callFrom(res, parts, { operationId, args, caller, attached, isFree })
  }
}

function changesNothing(): ApiError {
  return new ApiError(
    'permission_denied',
    'An administrator who is viewing the pages of an account cannot change anything.',
  )
}

interface CallParts {
  readonly calls: Pick<Calls, 'run'>
  readonly trustedProxies: TrustedProxies
}

/** Calls for the page that this response will have. @throws ApiError of the operation */
export async function callFrom<Id extends OperationId>(
  res: Response,
  { calls, trustedProxies }: CallParts,
  call: Pick<KnownCall<Id>, 'operationId' | 'attached' | 'isFree'> & {
    readonly args: CallArgs<Id>
    readonly caller: Caller
  },
): Promise<Result<Id>> {
  const outcome = await calls.run<Id>({
    ...call,
    door: 'pages',
    args: call.args as object,
    clientAddress: clientAddress(res.req.socket.remoteAddress, res.req.headers, trustedProxies),
    requestId: String(res.getHeader('X-Request-Id')),
    signal: disconnectSignal(res),
  })
  if (outcome.error) throw outcome.error
  return outcome.result
}
