import type { Channel } from './providers/twilio-messages.ts'

/** Counts a message by what has become of it. */
export type CountMessage = (
  channel: Channel,
  outcome: 'accepted' | 'refused' | 'unknown' | 'delivered' | 'failed' | 'received' | 'dropped',
) => void
