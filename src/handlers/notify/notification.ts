import { hash } from 'node:crypto'
import { z } from 'zod'
import { invalidArgument } from '#runtime/base/errors.ts'
import { maxMessageBytes } from './providers/encryption.ts'

/** A notification, as it is sent to devices and open tabs. */
export const notificationSchema = z.object({
  title: z.string(),
  body: z.string().optional(),
  /** Where a tap leads: a whole address, or a path on this instance. */
  url: z.string().optional(),
  /** Of several notifications with the same tag only the last is shown. */
  tag: z.string().optional(),
})

export type Notification = z.output<typeof notificationSchema>

/**
 * A notification as bytes, to be encrypted for a device.
 *
 * @throws ApiError invalid_argument if it is too long for push services
 */
export function messageOf({ title, body, url, tag }: Notification): Buffer {
  const message = Buffer.from(JSON.stringify({ title, body, url, tag }))
  if (message.length > maxMessageBytes) {
    const path = url !== undefined && url.length > 1000 ? 'url' : 'text'
    throw invalidArgument(
      path,
      `must be shorter: title, text and url can be at most ${maxMessageBytes} bytes in total, but are ${message.length}`,
    )
  }
  return message
}

/** http or https with a host. The URL standard accepts more, such as `https:///host`. */
const wholeAddress = /^https?:\/\/[^\s/\\?#]/

/** The topic of a tag at a push service: at most 32 letters and digits (RFC 8030). */
export function topicOf({ tag }: Notification): string | undefined {
  return tag === undefined ? undefined : hash('sha256', tag, 'base64url').slice(0, 32)
}

/**
 * Checks that a link leads where it seems to: http or https, or a path on this instance.
 *
 * @throws ApiError invalid_argument
 */
export function checkAddress(url: string): void {
  const base = 'https://instance.invalid'
  const isPath = url.startsWith('/')
  const target = isPath || wholeAddress.test(url) ? URL.parse(url, base) : null
  const isFine = target !== null && (!isPath || target.origin === base)
  if (!isFine || /\p{Cc}/u.test(url)) {
    throw invalidArgument('url', 'must be an http or https address, or a path that begins with a single /')
  }
}
