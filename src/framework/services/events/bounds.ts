/** What event streaming is bounded by, whichever engine keeps the events. */
export const eventBounds = {
  topicBytes: 256,
  groupBytes: 128,
  idBytes: 128,
  payloadBytes: 1024 * 1024,
  metadataEntries: 50,
  metadataBytes: 16 * 1024,
  /** Unacknowledged events that one consumer may hold; with as many it gets no more. */
  inFlight: 64,
  /** Events that one step hands to a consumer at most. */
  batch: 16,
  ackWaitDefaultMs: 30_000,
  ackWaitMinMs: 100,
  maxAckWaitMs: 12 * 60 * 60 * 1000,
  maxRetryLimit: 1000,
  readDefault: 250,
  maxRead: 1000,
  maxReadOffset: 1_000_000,
  /** Of the payloads and metadata in one answer. */
  readBytes: 3 * 1024 * 1024,
  /** A group that nobody has consumed in for so long is forgotten. */
  groupIdleMs: 30 * 24 * 60 * 60 * 1000,
} as const

/** What an event counts against the size of an answer. */
export function sizeOfEvent(payload: Uint8Array, metadata: string): number {
  return payload.byteLength + Buffer.byteLength(metadata) + 200
}
