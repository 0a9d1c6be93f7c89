import { z } from 'zod'
import { optional } from '#runtime/base/setting.ts'
import { baseUrlSetting, keySetting, type ProviderDescription } from '#runtime/outbound/description.ts'

export const twilioSettings = {
  twilioBaseUrl: baseUrlSetting(
    'TWILIO_BASE_URL',
    'https://api.twilio.com',
    'to which SMS and WhatsApp messages are submitted',
  ),
  twilioAccountSid: optional({
    name: 'TWILIO_ACCOUNT_SID',
    rule: 'AC and 32 hexadecimal digits',
    fallbackText: 'none',
    meaning: 'The Twilio account that sends and receives SMS and WhatsApp messages. See docs/sms.md.',
    without: '`sms.send` and `sms.verify` fail with `not_configured`.',
    example: 'AC0123456789abcdef0123456789abcdef',
    schema: () => z.string().regex(/^AC[0-9a-fA-F]{32}$/),
  }),
  twilioAuthToken: keySetting(
    'TWILIO_AUTH_TOKEN',
    'The auth token of the Twilio account. Twilio uses the token to sign its requests to this server, so an API key cannot be used instead.',
    '`sms.send` and `sms.verify` fail with `not_configured`, and incoming messages are rejected.',
  ),
} as const

const descriptions = new Map<string | undefined, ProviderDescription>()

/** Twilio with the account of the settings. Equal settings return the same description. */
export function twilioOf({ twilioAccountSid: sid }: { readonly twilioAccountSid: string | undefined }) {
  const description = descriptions.get(sid) ?? describe(sid)
  descriptions.set(sid, description)
  return description
}

function describe(sid: string | undefined): ProviderDescription {
  return {
    name: 'twilio',
    source: 'Twilio',
    baseUrl: twilioSettings.twilioBaseUrl,
    key: {
      // The error names the first setting that is missing.
      setting: sid === undefined ? twilioSettings.twilioAccountSid : twilioSettings.twilioAuthToken,
      send: (token) => ({
        headers: { authorization: `Basic ${Buffer.from(`${sid}:${token}`).toString('base64')}` },
      }),
    },
    // Messages cannot be replaced by examples.
    isAlwaysLive: true,
    maxRunning: 8,
    ...(sid !== undefined && { probe: { path: `/2010-04-01/Accounts/${sid}.json` } }),
  }
}
