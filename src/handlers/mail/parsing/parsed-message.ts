import type { Party } from '../mail-address.ts'
import type { Attached, Automatic } from '../rows/messages.ts'

/** A message as it was read. */
export interface ReadMessage {
  readonly from: Party | undefined
  readonly to: readonly Party[]
  readonly cc: readonly Party[]
  /** Where the author asks answers to go; empty if the message does not say. */
  readonly answersTo: readonly Party[]
  readonly subject: string | undefined
  readonly messageId: string | undefined
  readonly inReplyTo: string | undefined
  readonly references: readonly string[]
  readonly text: string
  readonly html: string | undefined
  readonly attachments: readonly Attached[]
  readonly automatic: Automatic | undefined
  /** The addresses to which it was delivered before, and how many servers have passed it on: by them loops are seen. */
  readonly deliveredTo: readonly string[]
  readonly hops: number
  /** Message-IDs that it speaks of, if it is a bounce. */
  readonly bounced: readonly string[]
}

/** What is known of the sender of a message from outside. */
export interface Verdict {
  /** Whether the domain of the author was verified. */
  readonly isVerified: boolean
  /** Whether the domain asks to refuse messages such as this. */
  readonly isRejected: boolean
  /** What SPF, DKIM and DMARC said, in one line. */
  readonly checks: string
}

/** From whom the server got a message. */
export interface Sending {
  readonly ip: string
  readonly helo: string
  /** Of the envelope; empty for a bounce. */
  readonly sender: string
}

export type ReadingJob =
  | {
      readonly kind: 'message'
      readonly raw: Uint8Array
      readonly from: Sending
      readonly dns: readonly string[] | undefined
      readonly host: string
    }
  | { readonly kind: 'attachment'; readonly raw: Uint8Array; readonly index: number }
  | { readonly kind: 'pictures'; readonly raw: Uint8Array }

/** The picture of a message that its HTML names by `cid:`. */
export interface InlinePicture {
  readonly id: string
  readonly address: string
}

export type ReadingResult =
  | { readonly message: ReadMessage; readonly verdict: Verdict }
  | { readonly bytes: Uint8Array | undefined }
  | { readonly pictures: readonly InlinePicture[] }
  /** Why a message is refused, as the end of a line of SMTP. */
  | { readonly fault: string }
