import { OutboundFailure } from './failure.ts'
import type { Json, ModelMessage, ModelPurpose } from './models/types.ts'

/** What would have left this server for people outside. Addresses and numbers are in international form. */
export type Sent =
  | { readonly kind: 'mail'; readonly from: string; readonly to: string; readonly raw: Buffer }
  | { readonly kind: 'sms' | 'whatsapp'; readonly from: string; readonly to: string; readonly text: string }
  /** `to` is the id of the device, `message` the JSON of the notification. */
  | { readonly kind: 'push'; readonly to: string; readonly message: string }
  /** An amount in base units of USDC, from wallet to wallet. */
  | { readonly kind: 'payment'; readonly from: string; readonly to: string; readonly amount: string }

/** What a model is asked. */
export interface Question {
  readonly purpose: ModelPurpose
  readonly instructions: string
  readonly messages: readonly ModelMessage[]
  /** The names of the tools that it may call. */
  readonly tools: readonly string[]
  /** The schema of the JSON that it should answer; undefined for text. */
  readonly schema: object | undefined
}

/** What a model answers: text, or calls of tools, or both. */
export interface ScriptedAnswer {
  readonly text?: string
  readonly calls?: readonly { readonly name: string; readonly input: Json }[]
}

/**
 * Stands in for the outside world. A server that has one reaches nothing outside: no address, no name server, no
 * provider, no browser. What it sends is delivered here.
 */
export interface Outside {
  /** Takes a message. */
  deliver(sent: Sent): Promise<void>
  /** Answers as the language model. */
  answer(question: Question): ScriptedAnswer
}

/** What people outside send, for a server that they cannot reach. */
export interface Arrivals {
  /**
   * Puts a message into the mailboxes of its recipient, as if its server had brought it.
   *
   * @param to a username, with a tag if it has one, or the address of an account
   * @param isVerified whether its sender counts as verified
   * @throws ApiError invalid_argument, not_found
   */
  mail(message: {
    readonly from: string
    readonly to: string
    readonly raw: Buffer
    readonly isVerified: boolean
  }): Promise<void>
  /**
   * Brings a text message to the account that has the sender's number, or wrote to it last.
   *
   * @returns the automatic reply, if there is one
   * @throws ApiError invalid_argument
   */
  text(message: {
    readonly channel: 'sms' | 'whatsapp'
    readonly from: string
    readonly text: string
  }): Promise<string | undefined>
}

/** The failure of everything that would need the outside world. */
export function nothingOutside(): OutboundFailure {
  return new OutboundFailure('not_configured', 'This is a sandbox, which reaches nothing outside itself.')
}
