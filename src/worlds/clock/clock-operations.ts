import { iso, parseTime } from '../../runtime/base/clock.ts'
import { ApiError, invalidArgument } from '../../runtime/base/errors.ts'
import { createSerial } from '../../runtime/base/serial.ts'
import type { SandboxCall, SandboxHandlers } from '../control/control.ts'
import type { SandboxParts } from '../control/sandbox-parts.ts'
import type { World } from '../world/world.ts'
import { later } from './duration.ts'
import { moveClock } from './move-clock.ts'

/** Times of results have years of four digits, also those some time ahead of the clock. */
const lastMs = Date.parse('9000-01-01T00:00:00Z')

/** The moves of a world, which run one after the other. */
const movesOf = () => createSerial()

/** Reading and moving the clocks of worlds. */
export function clockOperations({ worlds }: SandboxParts): Pick<SandboxHandlers, 'clock.get' | 'clock.move'> {
  return {
    async 'clock.get'({ path }) {
      return { json: await readingOf(await worlds.get(path.name)) }
    },
    async 'clock.move'({ path, body }) {
      const world = await worlds.get(path.name)
      return worlds.stateOf(path.name, movesOf).run(() =>
        world.use(async () => {
          const frozen = body.frozen ?? world.clock.isFrozen
          const { jobs, isCutShort } = await moveClock(world, (nowMs) => targetOf(nowMs, body), frozen)
          return { json: { ...(await readingOf(world)), jobs, cut_short: isCutShort } }
        }),
      )
    },
  }
}

function targetOf(nowMs: number, { time, advance }: SandboxCall<'clock.move'>['body']): number {
  if (time !== undefined && advance !== undefined) {
    throw new ApiError('invalid_argument', 'Give either time or advance, not both.')
  }
  if (time === undefined && advance === undefined) return nowMs
  const targetMs = time === undefined ? later(nowMs, advance ?? '') : parseTime(time)
  if (targetMs === undefined) {
    throw time === undefined
      ? invalidArgument('advance', 'must be an ISO 8601 duration, such as PT2H or P3D')
      : invalidArgument('time', 'must be an RFC 3339 time, such as 2027-03-01T09:00:00Z')
  }
  if (targetMs > lastMs) throw invalidArgument(time === undefined ? 'advance' : 'time', 'must end before the year 9000')
  return targetMs
}

async function readingOf(world: World) {
  const { clock } = world
  const next = await world.nextDue()
  return { time: iso(clock.now()), frozen: clock.isFrozen, ...(next !== undefined && { next: iso(next) }) }
}
