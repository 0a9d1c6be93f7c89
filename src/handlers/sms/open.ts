import { Counter } from '#runtime/base/metrics.ts'
import { hourly } from '#runtime/jobs/schedule.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { Sender } from './draft.ts'
import { purge } from './jobs/purge.ts'
import type { CountMessage } from './message-counter.ts'
import { Outbox } from './outbox.ts'
import { twilioOf } from './providers/twilio.ts'
import { Carrier } from './providers/twilio-messages.ts'
import type { smsSettings } from './settings.ts'
import { createSms } from './sms.ts'
import { Verification } from './verify.ts'
import { createWebhooks } from './webhooks.ts'

const dayMs = 86_400_000

/** Opens SMS and WhatsApp messages: their methods, what Twilio sends, and the deletion of what is old. */
export function openSms(world: FamilyWorld<typeof smsSettings>): OpenFamily<'sms'> {
  const { settings, outbound, limits } = world
  const outcomes = new Counter({
    name: 'onedoor_sms_messages_total',
    help: 'SMS and WhatsApp messages by what became of them: accepted, refused or unknown when they were handed over; then delivered or failed; received or dropped',
    labelNames: ['channel', 'outcome'] as const,
    registers: [world.metrics],
  })
  const count: CountMessage = (channel, outcome) => outcomes.inc({ channel, outcome })
  const carrier = new Carrier(outbound.provider(twilioOf(settings)), settings.twilioAccountSid)
  const sender = new Sender({ ...world, carrier })
  const outbox = new Outbox({ ...world, carrier, perDay: settings.smsPerDay, count })
  const codes = (name: string, per: string) =>
    limits.exact({ name, unit: 'codes', per, quota: settings.smsCodesPerDay, windowMs: dayMs })
  const verification = new Verification({
    ...world,
    sender,
    outbox,
    codes: codes('sms-codes', 'account'),
    codesTo: codes('sms-codes-to', 'number'),
  })
  return {
    handlers: createSms({ settings, sender, outbox, verification }),
    paths: [createWebhooks({ ...world, count })],
    pages: async (site) => (await import('./pages/settings.ts')).smsSettingsPages(site, world),
    jobs: [outbox.job],
    schedules: [hourly('sms.purge', (signal) => purge({ ...world, keptDays: settings.smsKeptDays }, signal))],
  }
}
