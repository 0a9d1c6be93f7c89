import type { CallArgs } from '#generated/server/handlers.ts'
import { momentInZone } from '#runtime/base/zoned-time.ts'

export const place = '/settings/calls'

/** The fields of the form, as a browser sends them. */
export const fieldNames = [
  'request_id',
  'method',
  'outcome',
  'caller',
  'door',
  'credential_id',
  'caller_id',
  'run_id',
  'approval_id',
  'object',
  'from',
  'to',
] as const

export type Filter = Readonly<Record<(typeof fieldNames)[number] | 'cursor', string>>

/** The filter in the query of an address; what is missing is empty. */
export function filterOf(query: Readonly<Record<string, unknown>>): Filter {
  const textOf = (name: string) => (typeof query[name] === 'string' ? query[name].trim() : '')
  return Object.fromEntries([...fieldNames, 'cursor'].map((name) => [name, textOf(name)])) as Filter
}

/** The address of the page with a filter. */
export function addressOf(filter: Partial<Filter>): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''))
  return query.size === 0 ? place : `${place}?${query}`
}

/**
 * The arguments of a call with this filter.
 *
 * @param zone in which the times are written
 */
export function argsOf(filter: Filter, zone: string): CallArgs<'calls.list'> {
  const { request_id, method, outcome, caller, door, from, to, cursor } = filter
  const { credential_id, caller_id, run_id, approval_id, object } = filter
  const given = {
    request_id,
    ...(method.includes('.') ? { operation: method } : { family: method }),
    caller,
    door,
    credential_id,
    caller_id,
    run_id,
    approval_id,
    object,
    from: timeOf(from, zone),
    to: timeOf(to, zone),
    cursor,
  }
  return {
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '')),
    ...(outcome === 'ok' || outcome === 'failed' ? { ok: outcome === 'ok' } : {}),
    limit: 50,
  }
}

/** A local time as an argument; any other text is passed on, so that it is rejected. */
function timeOf(text: string, zone: string): string {
  const moment = momentInZone(text.length === 16 ? `${text}:00` : text, zone)
  return moment === undefined ? text : new Date(moment).toISOString()
}
