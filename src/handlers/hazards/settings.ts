import { baseUrlSetting } from '#runtime/outbound/description.ts'

/** Settings of the providers of hazards. None needs a key. */
export const hazardSettings = {
  usgsBaseUrl: baseUrlSetting('USGS_BASE_URL', 'https://earthquake.usgs.gov', 'earthquakes are fetched from'),
  gdacsBaseUrl: baseUrlSetting('GDACS_BASE_URL', 'https://www.gdacs.org', 'disasters are fetched from'),
  floodsBaseUrl: baseUrlSetting(
    'ENVIRONMENT_AGENCY_BASE_URL',
    'https://environment.data.gov.uk',
    'floods in England are fetched from',
  ),
} as const
