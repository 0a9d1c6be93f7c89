import type { BodyPart } from './body-text.ts'
import type { ImapLogin } from './imap-login.ts'
import type { ImapTerm } from './imap-query.ts'
import type { Summary } from './webmail-source.ts'

export type ImapJob =
  /** Logs in, and opens the inbox. */
  | { readonly kind: 'try' }
  | {
      readonly kind: 'search'
      readonly terms: readonly ImapTerm[]
      /** Epoch milliseconds; nothing that arrived before is found. */
      readonly sinceMs: number
      readonly limit: number
      /** Where the page before ended. */
      readonly before: ImapPlace | undefined
    }
  | { readonly kind: 'read'; readonly place: ImapPlace }

/** A message of an inbox, for as long as its server numbers them so. */
export interface ImapPlace {
  readonly validity: string
  readonly uid: number
}

/** A message without its body; `id` is the caller's business. */
export interface ImapMessage extends Omit<Summary, 'id' | 'url'> {
  readonly place: ImapPlace
}

export type ImapResult =
  | { readonly kind: 'tried' }
  | { readonly kind: 'found'; readonly messages: readonly ImapMessage[]; readonly next: ImapPlace | undefined }
  | { readonly kind: 'message'; readonly message: ImapMessage; readonly body: BodyPart | undefined }
  /** There is no such message, or no such place, any more. */
  | { readonly kind: 'gone' }

export type ImapFault =
  /** The name or the password. */
  | 'refused'
  /** Nobody, for now. */
  | 'unavailable'
  | 'unreachable'
  | 'certificate'
  | 'slow'
  | 'too_large'
  | 'search'
  | 'protocol'

export interface ImapFailure {
  readonly fault: ImapFault
  /** What the server said, on one line. */
  readonly said: string | undefined
}

export interface ImapWork {
  readonly login: ImapLogin
  /** The addresses of the server that may be connected to, the first one first. */
  readonly addresses: readonly string[]
  /** The authorities whose certificates this process trusts: the process that connects has others. */
  readonly authorities: readonly string[]
  readonly job: ImapJob
}

export type ImapTold = { readonly result: ImapResult } | { readonly failure: ImapFailure }
