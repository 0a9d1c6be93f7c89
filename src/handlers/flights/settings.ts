import { optional, type Setting, setting, wholeNumber } from '#runtime/base/setting.ts'
import { baseUrlSetting, keySetting, type Pace } from '#runtime/outbound/description.ts'

/** The address of a provider that is used only if the operator has agreed to its terms by setting it. */
function agreedBaseUrl(name: string, address: string, meaning: string): Setting<string | undefined> {
  const { fallback: _, ...entry } = baseUrlSetting(name, address, '')
  return optional<string>({
    ...entry,
    fallbackText: 'none',
    meaning,
    without: 'This provider is not used.',
    example: address,
  })
}

/** The maximum number of requests to a provider in a fixed time. */
function pace(name: string, perMs: number, meaning: string): Setting<Pace> {
  return setting({
    name,
    rule: 'a whole number from 1 to 1000',
    fallback: '1',
    meaning,
    without: 'Nothing.',
    example: '5',
    schema: () => wholeNumber(1, 1000).transform((calls) => ({ calls, perMs })),
  })
}

/** Settings of the providers of flights. Positions need no key; timetables need one. */
export const flightSettings = {
  adsbLolBaseUrl: baseUrlSetting(
    'ADSB_LOL_BASE_URL',
    'https://api.adsb.lol',
    'from which positions of aircraft are fetched',
  ),
  positionsPace: pace(
    'FLIGHT_POSITIONS_PACE',
    1100,
    'The number of requests that this instance may make to each provider of aircraft positions in 1.1 seconds. Set a number above 1 only for your own servers, because the public servers reject more requests.',
  ),
  airplanesLiveBaseUrl: agreedBaseUrl(
    'AIRPLANES_LIVE_BASE_URL',
    'https://api.airplanes.live',
    'The address from which aircraft positions are fetched when adsb.lol fails. The terms of airplanes.live allow non-commercial use.',
  ),
  adsbFiBaseUrl: agreedBaseUrl(
    'ADSB_FI_BASE_URL',
    'https://opendata.adsb.fi/api',
    'The address from which aircraft positions are fetched when adsb.lol and airplanes.live fail. The terms of adsb.fi allow personal, non-commercial use.',
  ),
  aeroDataBoxBaseUrl: baseUrlSetting(
    'AERODATABOX_BASE_URL',
    'https://prod.api.market/api/v1/aedbx/aerodatabox',
    'from which timetables of flights are fetched with AERODATABOX_API_KEY',
  ),
  aeroDataBoxKey: keySetting(
    'AERODATABOX_API_KEY',
    'The key for AeroDataBox, which provides the timetables of `flights.status`. It comes from api.market or, with AERODATABOX_BASE_URL=https://aerodatabox.p.rapidapi.com, from RapidAPI.',
    '`flights.status` uses AviationStack. Without either key, it fails with `not_configured`.',
  ),
  aeroDataBoxPace: pace(
    'AERODATABOX_PACE',
    1000,
    'The number of requests per second that this instance may make to AeroDataBox. Set the number that your plan allows.',
  ),
  aviationStackBaseUrl: baseUrlSetting(
    'AVIATIONSTACK_BASE_URL',
    'https://api.aviationstack.com',
    'from which timetables of flights are fetched with AVIATIONSTACK_API_KEY',
  ),
  aviationStackKey: keySetting(
    'AVIATIONSTACK_API_KEY',
    'The key for AviationStack, which provides the timetables of `flights.status` if AeroDataBox has no key or fails.',
    '`flights.status` uses only AeroDataBox. Without either key, it fails with `not_configured`.',
  ),
  aviationStackPace: pace(
    'AVIATIONSTACK_PACE',
    1000,
    'The number of requests per second that this instance may make to AviationStack. Set the number that your plan allows.',
  ),
} as const
