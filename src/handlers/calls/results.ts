import type { Result } from '#generated/server/handlers.ts'
import { iso } from '#runtime/base/clock.ts'
import type { FoundEntry } from '#runtime/calls/log/entry-page.ts'

export type LoggedCall = Result<'calls.list'>['items'][number]

export function loggedCallOf(entry: FoundEntry): LoggedCall {
  const {
    object,
    digest,
    name,
    actor,
    credential,
    run,
    approval,
    door,
    undo,
    code,
    micro_credits = 0,
    duration_us,
  } = entry
  return {
    number: entry.number,
    request_id: entry.request_id,
    operation: entry.operation,
    ...(object === undefined ? {} : { object }),
    ...(digest === undefined ? {} : { arguments_hash: hexOf(digest) }),
    caller: entry.caller,
    ...(door === undefined ? {} : { door }),
    ...(name === undefined ? {} : { caller_name: name }),
    ...(actor === undefined ? {} : { caller_id: actor }),
    ...(credential === undefined ? {} : { credential_id: credential }),
    ...(run === undefined ? {} : { run_id: run }),
    ...(approval === undefined ? {} : { approval_id: approval }),
    ...(undo === undefined ? {} : { undo: { operation: undo.operation, arguments: JSON.stringify(undo.arguments) } }),
    ok: code === undefined,
    ...(code === undefined ? {} : { code }),
    is_replay: entry.is_replay === true,
    // A server that stopped during the call had not recorded either.
    ...(duration_us === undefined ? {} : { cost_credits: micro_credits / 1_000_000, duration_ms: duration_us / 1000 }),
    ended: iso(entry.at),
    hash: entry.hash,
  }
}

function hexOf(base64url: string): string {
  return Buffer.from(base64url, 'base64url').toString('hex')
}
