import { baseUrlSetting } from '#runtime/outbound/description.ts'

/** Settings of the providers of hazards. None needs a key. */
export const hazardSettings = {
  usgsBaseUrl: baseUrlSetting(
    'USGS_BASE_URL',
    'https://earthquake.usgs.gov',
    'from which data about earthquakes is fetched',
  ),
  gdacsBaseUrl: baseUrlSetting('GDACS_BASE_URL', 'https://www.gdacs.org', 'from which data about disasters is fetched'),
  floodsBaseUrl: baseUrlSetting(
    'ENVIRONMENT_AGENCY_BASE_URL',
    'https://environment.data.gov.uk',
    'from which data about floods in England is fetched',
  ),
} as const
