import { randomBytes } from 'node:crypto'
import { iso, parseTime } from '../runtime/base/clock.ts'
import { ApiError } from '../runtime/base/errors.ts'
import type { SandboxHandlers } from './control/control.ts'
import type { SandboxParts } from './control/sandbox-parts.ts'
import type { World } from './world/world.ts'
import { WorldClock } from './world/world-clock.ts'

/** Creating, showing and ending worlds. */
export function worldOperations(
  parts: SandboxParts,
): Pick<SandboxHandlers, 'worlds.list' | 'worlds.create' | 'worlds.get' | 'worlds.delete'> {
  const { worlds, isPublic } = parts
  return {
    'worlds.list': () => {
      if (isPublic) {
        throw new ApiError('permission_denied', 'This sandbox is open to everyone and does not list its worlds.')
      }
      const entry = ({ name, state, usedAt }: ReturnType<typeof worlds.list>[number]) => ({
        name,
        state,
        used_at: iso(usedAt),
      })
      return { json: { worlds: worlds.list().map(entry) } }
    },
    async 'worlds.create'({ body: { name = randomName(), clock, frozen = false } }) {
      const startMs = clock === undefined ? parts.startMs() : parseTime(clock)
      if (startMs === undefined) throw new ApiError('invalid_argument', 'clock must be an RFC 3339 time.')
      return { json: worldOf(parts, await worlds.create(name, new WorldClock(startMs, frozen))) }
    },
    async 'worlds.get'({ path }) {
      return { json: worldOf(parts, await worlds.get(path.name)) }
    },
    async 'worlds.delete'({ path }) {
      if (!(await worlds.delete(path.name))) throw new ApiError('not_found', `There is no world ${path.name}.`)
      return { status: 204 }
    },
  }
}

/** Hard to guess: who knows the name of a world may use it. */
function randomName(): string {
  return randomBytes(10).toString('hex')
}

function worldOf({ worlds, accounts }: SandboxParts, { name, clock, server }: World) {
  const { baseUrl } = server.runtime.config
  return {
    name,
    base_url: baseUrl,
    time: iso(clock.now()),
    frozen: clock.isFrozen,
    accounts,
    seed: worlds.seedOf(name),
  }
}
