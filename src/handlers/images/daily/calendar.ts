import { createHash } from 'node:crypto'
import { encodeBase32 } from '#runtime/base/ids.ts'
import { timeInZone } from '#runtime/base/zoned-time.ts'

const dayMs = 86_400_000
/** For how many earlier days there is a picture. */
export const storedDays = 730

/** The day of the current picture: a day begins at 06:00 in the zone. @returns `YYYY-MM-DD` */
export function currentDay(nowMs: number, zone: string): string {
  const [today = '', time = ''] = timeInZone(nowMs, zone).split('T')
  return time >= '06:00' ? today : daysBefore(today, 1)
}

export function daysBefore(day: string, count: number): string {
  return new Date(Date.parse(day) - count * dayMs).toISOString().slice(0, 10)
}

/** The id of a day's picture: the same each time, and larger for later days. */
export function idOfDay(day: string): string {
  const bytes = createHash('sha256').update(`picture of the day ${day}`).digest().subarray(0, 16)
  bytes.writeUIntBE(Date.parse(day), 0, 6)
  // As in a UUID of version 7, the base of all ids.
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return `image_${encodeBase32(bytes)}`
}
