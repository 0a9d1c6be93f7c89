import { Feed } from '#runtime/live/feed.ts'
import { RpcError } from '../../kernel/rpc-errors.ts'
import type { BrokerMessage } from './types.ts'

/** The bounds of the broker, for every engine. */
export const brokerBounds = {
  topicBytes: 256,
  queueBytes: 128,
  bodyBytes: 1024 * 1024,
  headerEntries: 50,
  headerBytes: 16 * 1024,
  /** How far a subscriber may fall behind before it is cut off: messages, and bytes of them. */
  behindMessages: 1000,
  behindBytes: 8 * 1024 * 1024,
} as const

/** The messages that wait for one subscriber. */
export function messageFeed(topic: string, signal: AbortSignal, onEnd: () => void): Feed<BrokerMessage> {
  return new Feed<BrokerMessage>({
    signal,
    maxItems: brokerBounds.behindMessages,
    maxBytes: brokerBounds.behindBytes,
    sizeOf({ header, body }) {
      let size = 100 + body.byteLength
      for (const [key, value] of Object.entries(header)) size += key.length + value.length
      return size
    },
    overflow: () =>
      new RpcError(
        'unavailable',
        'broker.subscribe',
        `This subscription to "${topic}" was ended because the subscriber did not read fast enough, and messages were lost. Subscribe again with a queue that more subscribers share, or use events, which are stored.`,
      ),
    onEnd,
  })
}
