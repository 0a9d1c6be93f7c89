import type { Registry } from 'prom-client'
import { Counter } from '#runtime/base/metrics.ts'
import { handles } from '#runtime/jobs/kind.ts'
import { hourly } from '#runtime/jobs/schedule.ts'
import { type FamilyWorld, family } from '#runtime/kit/family.ts'
import type { Limiter } from '#runtime/limits/limiter.ts'
import { purge } from './jobs/purge.ts'
import { settle } from './jobs/settle-message.ts'
import { migrations } from './migrations/index.ts'
import { playCarrier } from './providers/play-carrier.ts'
import { twilioOf } from './providers/twilio.ts'
import { type Carrier, type Channel, TwilioMessages } from './providers/twilio-messages.ts'
import { settleJob } from './send-draft.ts'
import { smsSettings } from './settings.ts'
import { bringText, smsWebhooks } from './webhooks.ts'

type World = FamilyWorld<typeof smsSettings>

export interface SmsDeps
  extends Pick<World, 'settings' | 'store' | 'clock' | 'queue' | 'bus' | 'log' | 'limits' | 'transfers' | 'baseUrl'> {
  readonly twilio: Carrier
  readonly count: CountMessage
  /** Codes that an account sends, and codes that a number gets. */
  readonly codes: Pick<Limiter, 'take'>
  readonly codesTo: Pick<Limiter, 'take'>
}

export const sms = family('sms', {
  settings: smsSettings,
  migrations,
  providersOf: (settings) => [twilioOf(settings)],
  tables: [
    {
      table: 'sms_messages',
      account: 'account',
      whenDeleted: 'delete',
      marked: { never: 'Only its ids, times and numbers count as own text.' },
      archive: { file: 'sms', key: 'id', without: ['provider_id'] },
      // Messages by others are stored even if the account is full.
      counting: 'kept',
    },
    {
      table: 'sms_numbers',
      account: 'account',
      whenDeleted: 'delete',
      marked: { never: 'Only its ids, times and numbers count as own text.' },
      archive: { file: 'phone-numbers', key: 'number' },
    },
    {
      table: 'sms_codes',
      account: 'account',
      whenDeleted: 'delete',
      marked: { never: 'Only its ids, times and numbers count as own text.' },
      archive: { leftOut: 'These are codes that verify phone numbers. They are stored for ten minutes.' },
      counting: 'kept',
    },
    {
      table: 'sms_days',
      account: 'account',
      whenDeleted: 'delete',
      marked: { never: 'Only its ids, times and numbers count as own text.' },
      archive: { leftOut: 'These count the messages sent in recent days, for the daily limit.' },
      counting: 'kept',
    },
  ],
  open(world): SmsDeps {
    const { settings, limits, metrics } = world
    const codes = (name: string, per: string) =>
      limits.exact({ name, unit: 'codes', per, quota: settings.smsCodesPerDay, windowMs: 86_400_000 })
    return {
      ...world,
      twilio: carrierOf(world),
      count: createMessageCounter(metrics),
      codes: codes('sms-codes', 'account'),
      codesTo: codes('sms-codes-to', 'number'),
    }
  },
  jobs: (deps) => [handles(settleJob, (job) => settle(deps, job))],
  schedules: (deps) => [hourly('sms.purge', (signal) => purge(deps, signal))],
  pages: [
    {
      at: '/settings/sms',
      for: 'owner',
      load: async (site, deps) => (await import('./pages/settings.ts')).smsSettingsPages(site, deps),
    },
  ],
  routes: (deps) => [smsWebhooks(deps)],
  receives: (deps) => ({ text: (message) => bringText(deps, message) }),
})

function carrierOf({ outbound, settings }: World): Carrier {
  const { outside } = outbound
  return outside
    ? playCarrier(outside)
    : new TwilioMessages(outbound.provider(twilioOf(settings)), settings.twilioAccountSid)
}

/** Counts a message by what has become of it. */
type CountMessage = (
  channel: Channel,
  outcome: 'accepted' | 'refused' | 'unknown' | 'delivered' | 'failed' | 'received' | 'dropped',
) => void

function createMessageCounter(metrics: Registry): CountMessage {
  const outcomes = new Counter({
    name: 'onedoor_sms_messages_total',
    help: 'SMS and WhatsApp messages by outcome: accepted, refused or unknown when submitted, later delivered or failed; received or dropped when incoming',
    labelNames: ['channel', 'outcome'] as const,
    registers: [metrics],
  })
  return (channel, outcome) => outcomes.inc({ channel, outcome })
}
