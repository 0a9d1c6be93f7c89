import { optional, type Setting, setting, wholeNumber } from '#runtime/base/setting.ts'
import { baseUrlSetting, keySetting, type Pace } from '#runtime/outbound/description.ts'

/** The address of a provider that is only asked where the operator has agreed to its terms, by setting it. */
function agreedBaseUrl(name: string, address: string, meaning: string): Setting<string | undefined> {
  const { fallback: _, ...entry } = baseUrlSetting(name, address, '')
  return optional<string>({
    ...entry,
    fallbackText: 'none',
    meaning,
    without: 'It is not asked.',
    example: address,
  })
}

/** How often a provider may be asked, as a count in a time that is the provider's. */
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
  adsbLolBaseUrl: baseUrlSetting('ADSB_LOL_BASE_URL', 'https://api.adsb.lol', 'positions of aircraft are asked for'),
  positionsPace: pace(
    'FLIGHT_POSITIONS_PACE',
    1100,
    'How many times in 1.1 seconds each provider of aircraft positions may be asked by this instance. More than 1 only with servers of your own: the public ones refuse those who ask more often.',
  ),
  airplanesLiveBaseUrl: agreedBaseUrl(
    'AIRPLANES_LIVE_BASE_URL',
    'https://api.airplanes.live',
    'Where positions of aircraft are asked for when adsb.lol fails. The terms of airplanes.live allow non-commercial use.',
  ),
  adsbFiBaseUrl: agreedBaseUrl(
    'ADSB_FI_BASE_URL',
    'https://opendata.adsb.fi/api',
    'Where positions of aircraft are asked for when adsb.lol and airplanes.live fail. The terms of adsb.fi allow personal, non-commercial use.',
  ),
  aeroDataBoxBaseUrl: baseUrlSetting(
    'AERODATABOX_BASE_URL',
    'https://prod.api.market/api/v1/aedbx/aerodatabox',
    'timetables of flights are asked for, with AERODATABOX_API_KEY',
  ),
  aeroDataBoxKey: keySetting(
    'AERODATABOX_API_KEY',
    'Key of AeroDataBox, from which `flights.status` takes timetables: from api.market, or with AERODATABOX_BASE_URL=https://aerodatabox.p.rapidapi.com from RapidAPI.',
    '`flights.status` asks AviationStack; without either key it fails with `not_configured`.',
  ),
  aeroDataBoxPace: pace(
    'AERODATABOX_PACE',
    1000,
    'How many times a second AeroDataBox may be asked by this instance: as many as your plan permits.',
  ),
  aviationStackBaseUrl: baseUrlSetting(
    'AVIATIONSTACK_BASE_URL',
    'https://api.aviationstack.com',
    'timetables of flights are asked for, with AVIATIONSTACK_API_KEY',
  ),
  aviationStackKey: keySetting(
    'AVIATIONSTACK_API_KEY',
    'Key of AviationStack, from which `flights.status` takes timetables where AeroDataBox has no key or fails.',
    '`flights.status` asks AeroDataBox alone; without either key it fails with `not_configured`.',
  ),
  aviationStackPace: pace(
    'AVIATIONSTACK_PACE',
    1000,
    'How many times a second AviationStack may be asked by this instance: as many as your plan permits.',
  ),
} as const
