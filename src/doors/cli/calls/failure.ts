import type { OnedoorError } from '#generated/client/index.js'
import { kebab } from './spelling.ts'

/** A call that the server refused, told as the command line tells it. */
export class CallFailure extends Error {
  /** Whether the arguments were wrong, as opposed to right and refused. */
  readonly isUsage: boolean

  constructor(message: string, isUsage: boolean, cause: unknown) {
    super(message, { cause })
    this.isUsage = isUsage
  }
}

/** What helps after an error with this code, where the message alone does not say it. */
const advice: Readonly<Record<string, string>> = {
  unauthenticated: 'Sign in with "onedoor login", or put a token into ONEDOOR_TOKEN.',
  payment_required: 'Sign in with "onedoor login" as an account that has credits; "--help" shows what a call costs.',
  network: 'Is a server running there? ONEDOOR_URL, or "onedoor login --url", says which one is called.',
  bad_response: 'Is a Onedoor server running there? ONEDOOR_URL, or "onedoor login --url", says which one is called.',
  timeout: 'Give it longer with --time-limit.',
}

/** A failed call as a person is told: what happened, to which options, what to do. Lines. */
export function failureText({ message, code, details, requestId, retryAfterS, status }: OnedoorError): string {
  const faults = details.map(({ path, message: fault }) => `${optionIn(path)} ${fault}`)
  const isServerFault = status !== undefined && status >= 500
  return [
    `${message} (${code})`,
    ...faults,
    ...(advice[code] ? [advice[code]] : []),
    ...(retryAfterS === undefined ? [] : [`Try again in ${retryAfterS} s.`]),
    ...(isServerFault && requestId ? [`Request id, for whoever runs the server: ${requestId}`] : []),
  ].join('\n')
}

/** `tags[2]` as the option it was typed as. */
function optionIn(path: string): string {
  const name = /^\w+/.exec(path)?.[0]
  return name === undefined ? path : `--${kebab(name)}${path.slice(name.length)}`
}
