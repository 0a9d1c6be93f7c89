import type { FlightsHandlers } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { airport } from './methods/airport.ts'
import { overhead } from './methods/overhead.ts'
import { status } from './methods/status.ts'
import { track } from './methods/track.ts'
import { aeroDataBoxTimetables } from './providers/aerodatabox.ts'
import { aviationStackTimetables } from './providers/aviationstack.ts'
import { createPositionSource } from './providers/positions.ts'
import { adsbFi, adsbLol, aeroDataBox, airplanesLive, aviationStack } from './providers/providers.ts'

/** Where aircraft are now, and what timetables say. */
export function openFlights({ outbound, ask }: Pick<FamilyWorld, 'outbound' | 'ask'>): OpenFamily<'flights'> {
  const positions = createPositionSource({
    adsbLol: outbound.provider(adsbLol),
    airplanesLive: outbound.provider(airplanesLive),
    adsbFi: outbound.provider(adsbFi),
  })
  const timetables = [
    aeroDataBoxTimetables(outbound.provider(aeroDataBox)),
    aviationStackTimetables(outbound.provider(aviationStack)),
  ]
  const handlers: FlightsHandlers<Context> = {
    overhead: (args, ctx) => overhead({ positions, ask }, args, ctx),
    track: (args, ctx) => track(positions, args, ctx),
    airport: (args, ctx) => airport(positions, args, ctx),
    status: (args, ctx) => status(timetables, args, ctx),
  }
  return { handlers, publicPages: async (site) => (await import('./pages/routes.ts')).flightPages(site) }
}
