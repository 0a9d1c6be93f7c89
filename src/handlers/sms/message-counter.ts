import type { Registry } from 'prom-client'
import { Counter } from '#runtime/base/metrics.ts'
import type { Channel } from './providers/twilio-messages.ts'

/** Counts a message by what has become of it. */
export type CountMessage = (
  channel: Channel,
  outcome: 'accepted' | 'refused' | 'unknown' | 'delivered' | 'failed' | 'received' | 'dropped',
) => void

export function createMessageCounter(metrics: Registry): CountMessage {
  const outcomes = new Counter({
    name: 'onedoor_sms_messages_total',
    help: 'SMS and WhatsApp messages by outcome: accepted, refused or unknown when they were handed over; then delivered or failed; received or dropped',
    labelNames: ['channel', 'outcome'] as const,
    registers: [metrics],
  })
  return (channel, outcome) => outcomes.inc({ channel, outcome })
}
