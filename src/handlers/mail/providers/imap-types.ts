import type { ImapLogin } from './imap-login.ts'
import type { ImapTerm } from './imap-query.ts'
import type { BodyPart, Summary } from './webmail-message.ts'

export type ImapJob =
  /** Logs in and opens the inbox. */
  | { readonly kind: 'try' }
  | {
      readonly kind: 'search'
      readonly terms: readonly ImapTerm[]
      /** Epoch milliseconds; nothing that arrived before is found. */
      readonly sinceMs: number
      readonly limit: number
      /** The end of the previous page. */
      readonly before: ImapPlace | undefined
    }
  | { readonly kind: 'read'; readonly place: ImapPlace }

/** A message of an inbox, valid until its server changes the numbering. */
export interface ImapPlace {
  readonly validity: string
  readonly uid: number
}

/** A message without its body and id. */
export interface ImapMessage extends Omit<Summary, 'id' | 'url' | 'unread'> {
  readonly place: ImapPlace
}

export type ImapResult =
  | { readonly kind: 'tried' }
  | { readonly kind: 'found'; readonly messages: readonly ImapMessage[]; readonly next: ImapPlace | undefined }
  | { readonly kind: 'message'; readonly message: ImapMessage; readonly body: BodyPart | undefined }
  /** The message or place does not exist any more. */
  | { readonly kind: 'gone' }

export type ImapFault =
  /** The name or the password is wrong. */
  | 'refused'
  /** Nobody can log in now. */
  | 'unavailable'
  | 'unreachable'
  | 'certificate'
  | 'slow'
  | 'too_large'
  | 'search'
  | 'protocol'

export interface ImapFailure {
  readonly fault: ImapFault
  /** The message of the server, on one line. */
  readonly serverText: string | undefined
}

export interface ImapWork {
  readonly login: ImapLogin
  /** The allowed addresses of the server, in the order in which they are tried. */
  readonly addresses: readonly string[]
  /** The certificate authorities that the server process trusts: the worker process has others. */
  readonly authorities: readonly string[]
  readonly job: ImapJob
}

export type ImapOutcome = { readonly result: ImapResult } | { readonly failure: ImapFailure }
