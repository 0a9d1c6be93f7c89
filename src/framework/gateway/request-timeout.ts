import type { IncomingHttpHeaders } from 'node:http'
import { invalid } from '../kernel/rpc-errors.ts'

const millisecondsOf: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 0.001,
  n: 0.000001,
}

/** The most that grpc-timeout carries in milliseconds (eight digits). */
const maxMs = 99_999_999

interface TimeoutHeader {
  readonly name: string
  readonly form: RegExp
  readonly rule: string
  readonly toMs: (digits: string, unit: string | undefined) => number
}

/** In the order in which they count: gRPC's own, Connect's, and that of existing HTTP clients. */
const timeoutHeaders: readonly TimeoutHeader[] = [
  {
    name: 'grpc-timeout',
    form: /^(\d{1,8})([HMSmun])$/,
    rule: 'up to eight digits and a unit (H, M, S, m, u or n), such as 5S',
    toMs: (digits, unit) => Number(digits) * (millisecondsOf[unit ?? ''] as number),
  },
  {
    name: 'connect-timeout-ms',
    form: /^(\d{1,10})$/,
    rule: 'a whole number of milliseconds of up to ten digits',
    toMs: Number,
  },
  {
    name: 'timeout',
    form: /^(\d{1,10})$/,
    rule: 'a whole number of seconds of up to ten digits',
    toMs: (digits) => Number(digits) * 1000,
  },
]

/** The headers with which HTTP callers limit the time of their call, in lower case. */
export const timeoutHeaderNames: readonly string[] = timeoutHeaders.map(({ name }) => name)

/**
 * How long the caller of a request is willing to wait, in whole milliseconds, at least one. Longer than a day is
 * shortened to what can be passed on.
 *
 * @returns undefined if the caller does not say
 * @throws RpcError 400 for a malformed value
 */
export function requestTimeoutMs(headers: IncomingHttpHeaders): number | undefined {
  for (const { name, form, rule, toMs } of timeoutHeaders) {
    const value = headers[name]
    if (value === undefined) continue
    const [, digits, unit] = form.exec(String(value)) ?? []
    if (digits === undefined) throw invalid('gateway', `The header ${name} must be ${rule}.`)
    return Math.min(maxMs, Math.max(1, Math.floor(toMs(digits, unit))))
  }
  return undefined
}
