import type { FlightsHandlers } from '#generated/server/handlers.ts'
import type { Context } from '#runtime/calls/context.ts'
import type { FamilyWorld, OpenFamily } from '#runtime/kit/family.ts'
import { airport } from './airport.ts'
import { overhead } from './overhead.ts'
import { createPositionSource } from './positions/positions.ts'
import { adsbFi, adsbLol, aeroDataBox, airplanesLive, aviationStack } from './providers/providers.ts'
import { status } from './status.ts'
import { aeroDataBoxTimetables } from './timetables/aerodatabox.ts'
import { aviationStackTimetables } from './timetables/aviationstack.ts'
import { track } from './track.ts'

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
  return { handlers, publicPages: async (site) => (await import('./pages/flights-page.ts')).flightPages(site) }
}
