import { baseUrlSetting } from '#runtime/outbound/description.ts'

/** The provider needs no key. */
export const islamSettings = {
  aslamBaseUrl: baseUrlSetting(
    'ASLAM_BASE_URL',
    'https://aslam.org',
    'from which Islamic texts other than the Quran and the names of Allah are fetched',
  ),
} as const
