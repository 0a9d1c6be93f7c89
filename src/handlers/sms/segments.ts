import { once } from '#runtime/base/once.ts'

/** How many segments an SMS message may have. */
export const maxSegments = 3

// Loaded on first use.
const calculator = once(() => import('sms-segments-calculator'))

/**
 * How many segments a text takes as an SMS message (3GPP TS 23.038 and 23.040): one of 160 characters of the GSM alphabet, of
 * which `€ [ ] { } \ ^ | ~` count twice, or several of 153; with any other letter 70 and 67 UTF-16 units.
 */
export async function segmentsOf(text: string): Promise<number> {
  const { SegmentedMessage } = (await calculator()).default
  return new SegmentedMessage(text).segmentsCount
}
