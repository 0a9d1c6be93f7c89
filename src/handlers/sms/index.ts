import { oldFamily as family } from '#runtime/kit/family.ts'
import { migrations } from './migrations/index.ts'
import { twilioOf } from './providers/twilio.ts'
import { smsSettings } from './settings.ts'

export const sms = family('sms', {
  settings: smsSettings,
  migrations,
  providersOf: (settings) => [twilioOf(settings)],
  tables: [
    {
      table: 'sms_messages',
      account: 'account',
      whenDeleted: 'delete',
      archive: { file: 'sms', key: 'id', without: ['provider_id'] },
      // What others send is not refused because the account is full.
      counting: 'kept',
    },
    {
      table: 'sms_numbers',
      account: 'account',
      whenDeleted: 'delete',
      archive: { file: 'phone-numbers', key: 'number' },
    },
    {
      table: 'sms_codes',
      account: 'account',
      whenDeleted: 'delete',
      archive: { leftOut: 'Codes that were sent to verify numbers, for ten minutes.' },
      counting: 'kept',
    },
    {
      table: 'sms_days',
      account: 'account',
      whenDeleted: 'delete',
      archive: { leftOut: 'How many messages were sent on the last days, for the daily limit.' },
      counting: 'kept',
    },
  ],
  open: async (world) => (await import('./open.ts')).openSms(world),
})
