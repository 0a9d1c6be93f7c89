export interface BrokerMessage {
  readonly header: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** The messages since `ready`. Iteration ends when the signal of the subscription aborts. */
export interface Subscription extends AsyncIterable<BrokerMessage> {
  /** Resolves once no message can be missed; rejects if subscribing fails. */
  readonly ready: Promise<void>
}

/** Messages by topic, delivered at most once: only to those subscribed at the time of publishing. */
export interface Broker {
  /** Delivers the message to all subscribers; never waits for them. */
  publish(namespace: string, topic: string, message: BrokerMessage): Promise<void>
  /**
   * Messages of one topic. Of the subscribers that name the same `queue` each message reaches one, in turn; without a
   * queue it reaches all. A subscriber that falls too far behind is cut off: iterating throws an RpcError 503.
   */
  subscribe(namespace: string, topic: string, queue: string | undefined, signal: AbortSignal): Subscription
  /** Ends the subscriptions and releases the engine's resources. */
  close(): Promise<void>
}
