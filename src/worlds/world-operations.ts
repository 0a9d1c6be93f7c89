import { randomBytes } from 'node:crypto'
import { iso, parseTime } from '../runtime/base/clock.ts'
import { ApiError } from '../runtime/base/errors.ts'
import type { SandboxHandlers } from './control/control.ts'
import type { SandboxParts } from './control/sandbox-parts.ts'
import { readySeed } from './seeds/ready-seeds.ts'
import { SeedDocument } from './seeds/seed-document.ts'
import type { Seeds } from './seeds/seeds.ts'
import { ownSeed } from './world/template.ts'
import type { World } from './world/world.ts'

/** Creating, showing and ending worlds. */
export function worldOperations(
  parts: SandboxParts,
  seeds: Seeds,
): Pick<SandboxHandlers, 'worlds.list' | 'worlds.create' | 'worlds.seed' | 'worlds.get' | 'worlds.delete'> {
  const { worlds, isPublic } = parts
  /** Who knows the name of a world may use it. */
  const checkName = () => {
    if (!isPublic) return
    const message =
      'This sandbox is open to everyone and chooses the names of worlds: POST /sandbox/worlds without a name.'
    throw new ApiError('permission_denied', message)
  }
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
    async 'worlds.create'({ body: { name: wanted, clock, frozen = false, seed, document } }) {
      if (wanted !== undefined) checkName()
      const name = wanted ?? randomName()
      const clockMs = clock === undefined ? undefined : parseTime(clock)
      if (clock !== undefined && clockMs === undefined) {
        throw new ApiError('invalid_argument', 'clock must be an RFC 3339 time.')
      }
      if (seed !== undefined && document) {
        throw new ApiError(
          'invalid_argument',
          'Give either seed (the name of a ready-made seed) or document, but not both.',
        )
      }
      const given =
        seed === undefined ? document && new SeedDocument(document) : await SeedDocument.read(await readySeed(seed))
      const start = given
        ? await seeds.startOf(given, { name, seed: seed ?? ownSeed, clockMs, isFrozen: frozen })
        : worlds.startAt(clockMs ?? parts.startMs(), frozen)
      return { json: worldOf(parts, await worlds.create(name, start)) }
    },
    async 'worlds.seed'({ path: { name }, body }) {
      checkName()
      worlds.checkFree(name)
      const start = await seeds.startOf(await SeedDocument.read(body), { name, seed: ownSeed })
      return { json: worldOf(parts, await worlds.create(name, start)) }
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

function worldOf({ worlds }: SandboxParts, { name, clock, server }: World) {
  const { baseUrl } = server.runtime.config
  const { seed, accounts, tokens } = worlds.originOf(name)
  return {
    name,
    base_url: baseUrl,
    time: iso(clock.now()),
    frozen: clock.isFrozen,
    accounts,
    tokens,
    seed,
  }
}
