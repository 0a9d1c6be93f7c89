import type { ProviderDescription } from '#runtime/outbound/description.ts'
import { smsSettings } from '../settings.ts'

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
    baseUrl: smsSettings.twilioBaseUrl,
    key: {
      // The error names the first setting that is missing.
      setting: sid === undefined ? smsSettings.twilioAccountSid : smsSettings.twilioAuthToken,
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
