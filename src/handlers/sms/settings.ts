import { z } from 'zod'
import { optional, parsedBy, setting } from '#runtime/base/setting.ts'
import { limit } from '#runtime/limits/settings.ts'
import { CREDITS_RULE, parseCredits } from '#runtime/money/amounts.ts'
import { twilioSettings } from './providers/twilio.ts'

const phone = z.string().regex(/^\+[1-9]\d{6,14}$/)

function price(name: string, fallback: string, meaning: string) {
  return setting({
    name,
    rule: CREDITS_RULE,
    fallback,
    meaning,
    without: 'Nothing.',
    example: '4',
    schema: () => parsedBy(parseCredits),
  })
}

/** Settings of SMS and WhatsApp messages. */
export const smsSettings = {
  ...twilioSettings,
  smsFrom: optional({
    name: 'SMS_FROM',
    rule: 'a phone number in international format',
    fallbackText: 'none',
    meaning:
      'The number from which SMS messages are sent. It must be a number rather than a name, because people can reply only to a number.',
    without: 'No SMS messages can be sent.',
    example: '+447700900900',
    schema: () => phone,
  }),
  whatsappFrom: optional({
    name: 'WHATSAPP_FROM',
    rule: 'a phone number in international format',
    fallbackText: 'none',
    meaning: 'The number from which WhatsApp messages are sent, as registered with Twilio.',
    without: 'No WhatsApp messages can be sent.',
    example: '+447700900901',
    schema: () => phone,
  }),
  smsCountries: setting({
    name: 'SMS_COUNTRIES',
    rule: 'ISO 3166-1 alpha-2 codes separated by commas',
    fallback: 'GB,IE,US,CA,FR,DE,ES,IT,NL',
    meaning: 'The countries to which messages can be sent. Messages to other countries may cost many times as much.',
    without: 'Nothing.',
    example: 'GB,IE',
    schema: () =>
      z
        .string()
        .transform((text) => [...new Set(text.split(',').map((code) => code.trim().toUpperCase()))])
        .refine((codes) => codes.every((code) => /^[A-Z]{2}$/.test(code))),
  }),
  smsMicroCredits: price('SMS_CREDITS', '10', 'The price of one segment of an SMS message, in credits.'),
  whatsappMicroCredits: price(
    'WHATSAPP_CREDITS',
    '5',
    'The price of a WhatsApp conversation, in credits. A conversation consists of all messages to one number within 24 hours.',
  ),
  smsKeptDays: setting({
    name: 'SMS_KEPT_DAYS',
    rule: 'a whole number from 1 to 3650',
    fallback: '365',
    meaning: 'The number of days after which SMS and WhatsApp messages are deleted.',
    without: 'Nothing.',
    example: '90',
    schema: () =>
      z
        .string()
        .regex(/^\d{1,4}$/)
        .transform(Number)
        .pipe(z.number().min(1).max(3650)),
  }),
  smsPerDay: limit(
    'LIMIT_SMS_PER_DAY',
    '5',
    'The number of SMS and WhatsApp messages that one account may send in a day (UTC), including verification codes.',
  ),
  smsCodesPerDay: limit(
    'LIMIT_SMS_CODES_PER_DAY',
    '3',
    'The number of verification codes that one account may send in a day, and that one phone number may receive.',
  ),
} as const
