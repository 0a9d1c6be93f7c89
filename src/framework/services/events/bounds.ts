/** The bounds of event streaming, for every engine. */
export const eventBounds = {
  topicBytes: 256,
  groupBytes: 128,
  idBytes: 128,
  payloadBytes: 1024 * 1024,
  metadataEntries: 50,
  metadataBytes: 16 * 1024,
  /** The maximum of unacknowledged events per consumer. */
  inFlight: 64,
  /** The maximum of events that one step hands to a consumer. */
  batch: 16,
  ackWaitDefaultMs: 30_000,
  ackWaitMinMs: 100,
  maxAckWaitMs: 12 * 60 * 60 * 1000,
  maxRetryLimit: 1000,
  readDefault: 250,
  maxRead: 1000,
  maxReadOffset: 1_000_000,
  /** Of the payloads and metadata in one response. */
  readBytes: 3 * 1024 * 1024,
  /** A group without consumers for this long is deleted. */
  groupIdleMs: 30 * 24 * 60 * 60 * 1000,
} as const

/** The size of an event in a response. */
export function sizeOfEvent(payload: Uint8Array, metadata: string): number {
  return payload.byteLength + Buffer.byteLength(metadata) + 200
}
