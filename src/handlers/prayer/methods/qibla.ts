import type { Handler } from '#generated/server/handlers.ts'
import { bearing, compassPoint, distanceKm } from '#runtime/base/geo.ts'

/** The middle of the Kaaba. */
export const kaaba = { lat: 21.4225, lon: 39.8262 } as const
/** Within this distance every direction may be the right one. */
const thereKm = 0.02

export default (): Handler<'prayer.qibla'> =>
  async ({ lat, lon }) => {
    const km = distanceKm({ lat, lon }, kaaba)
    const distance_km = km < 10 ? Math.round(km * 1000) / 1000 : Math.round(km)
    if (km < thereKm) return { distance_km, lat, lon, text: 'This is the Kaaba.' }
    const distance = `The Kaaba is ${distance_km.toLocaleString('en-GB')} km away.`
    if (Math.abs(lat) === 90) {
      const every = lat > 0 ? 'south' : 'north'
      const text = `At a pole, every direction is ${every}. The qibla is along the meridian of ${kaaba.lon} degrees east. ${distance}`
      return { distance_km, lat, lon, text }
    }
    // Rounding may make it 360, which is 0.
    const bearing_deg = (Math.round(bearing({ lat, lon }, kaaba) * 10) / 10) % 360
    const compass = compassPoint(bearing_deg)
    const text = `The qibla is ${bearing_deg.toFixed(1)} degrees from true north (${compass}). ${distance}`
    return { bearing_deg, compass, distance_km, lat, lon, text }
  }
