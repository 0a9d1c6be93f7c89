import type { Party } from '../mail-address.ts'
import type { Attached, Automatic } from '../rows/messages.ts'

/** A message from outside. */
export interface ParsedMessage {
  readonly from: Party | undefined
  readonly to: readonly Party[]
  readonly cc: readonly Party[]
  /** The Reply-To addresses; empty if the message has none. */
  readonly answersTo: readonly Party[]
  readonly subject: string | undefined
  readonly messageId: string | undefined
  readonly inReplyTo: string | undefined
  readonly references: readonly string[]
  readonly text: string
  readonly html: string | undefined
  readonly attachments: readonly Attached[]
  readonly automatic: Automatic | undefined
  /** Addresses to which it was delivered before, and the number of servers that relayed it: they reveal loops. */
  readonly deliveredTo: readonly string[]
  readonly hops: number
  /** Message-IDs in the report, if it is a bounce. */
  readonly bounced: readonly string[]
}

/** Whether the sender of a message from outside is genuine. */
export interface AuthenticationResult {
  /** Whether the domain of the author was verified. */
  readonly isVerified: boolean
  /** Whether the domain's policy is to reject such a message. */
  readonly isRejected: boolean
  /** The results of SPF, DKIM and DMARC on one line. */
  readonly checks: string
}

/** The SMTP client that delivered a message. */
export interface SmtpOrigin {
  readonly ip: string
  readonly helo: string
  /** From the envelope; empty for a bounce. */
  readonly sender: string
}

export type ParsingJob =
  | {
      readonly kind: 'message'
      readonly raw: Uint8Array
      readonly from: SmtpOrigin
      /** Of its sender, if it need not be found out. */
      readonly authentication: AuthenticationResult | undefined
      readonly dns: readonly string[] | undefined
      readonly host: string
    }
  | { readonly kind: 'attachment'; readonly raw: Uint8Array; readonly index: number }
  /** The document of the frame that shows this HTML, with the pictures of the message. */
  | { readonly kind: 'frame'; readonly html: string; readonly raw: Uint8Array | undefined }

/** An attached picture that the HTML of a message names by `cid:`. */
export interface InlinePicture {
  readonly id: string
  readonly address: string
}

export type ParsingResult =
  | { readonly message: ParsedMessage; readonly authentication: AuthenticationResult }
  | { readonly bytes: Uint8Array | undefined }
  | { readonly frame: string }
  /** Why a message is rejected, as the end of an SMTP reply. */
  | { readonly fault: string }
