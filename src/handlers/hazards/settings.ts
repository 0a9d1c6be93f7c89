import { baseUrlSetting } from '#runtime/outbound/description.ts'

/** Settings of the providers of hazards. None needs a key. */
export const hazardSettings = {
  usgsBaseUrl: baseUrlSetting('USGS_BASE_URL', 'https://earthquake.usgs.gov', 'earthquakes are asked for'),
  gdacsBaseUrl: baseUrlSetting('GDACS_BASE_URL', 'https://www.gdacs.org', 'disasters are asked for'),
  floodsBaseUrl: baseUrlSetting(
    'ENVIRONMENT_AGENCY_BASE_URL',
    'https://environment.data.gov.uk',
    'floods in England are asked for',
  ),
} as const
