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
