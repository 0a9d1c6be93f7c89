import type { OnedoorError } from '#generated/client/index.js'
import { kebab } from './spelling.ts'

/** A rejected or failed call, worded for the command line. */
export class CallFailure extends Error {
  /** Whether the arguments were wrong, as opposed to valid and rejected. */
  readonly isUsage: boolean

  constructor(message: string, isUsage: boolean, cause: unknown) {
    super(message, { cause })
    this.isUsage = isUsage
  }
}

/** Advice for errors with these codes whose message alone does not give it. */
const advice: Readonly<Record<string, string>> = {
  unauthenticated: 'Sign in with "onedoor login", or set ONEDOOR_TOKEN to a token.',
  payment_required:
    'Sign in with "onedoor login" as an account that has credits, or set ONEDOOR_PAYMENT to an x402 payment for this call. "--help" shows what a call costs.',
  network: 'Is a server running there? To call another server, set ONEDOOR_URL or use "onedoor login --url".',
  bad_response:
    'Is a Onedoor server running there? To call another server, set ONEDOOR_URL or use "onedoor login --url".',
  timeout: 'Increase the limit with --time-limit.',
}

/** A failed call in lines for a person: what happened, which options are wrong, what to do. */
export function failureText({ message, code, details, requestId, retryAfterS, status }: OnedoorError): string {
  const faults = details.map(({ path, message: fault }) => `${optionIn(path)} ${fault}`)
  const isServerFault = status !== undefined && status >= 500
  return [
    `${message} (${code})`,
    ...faults,
    ...(advice[code] ? [advice[code]] : []),
    ...(retryAfterS === undefined ? [] : [`Try again in ${retryAfterS} s.`]),
    ...(isServerFault && requestId ? [`Request id, for the server operator: ${requestId}`] : []),
  ].join('\n')
}

/** `tags[2]` as the option that was typed. */
function optionIn(path: string): string {
  const name = /^\w+/.exec(path)?.[0]
  return name === undefined ? path : `--${kebab(name)}${path.slice(name.length)}`
}
