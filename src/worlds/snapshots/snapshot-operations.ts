import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { iso } from '../../runtime/base/clock.ts'
import { ApiError } from '../../runtime/base/errors.ts'
import { createSerial } from '../../runtime/base/serial.ts'
import type { SandboxHandlers } from '../control/control.ts'
import type { SandboxParts } from '../control/sandbox-parts.ts'
import { folderBytes } from '../world/folder-size.ts'
import type { Moment } from '../world/world-entry.ts'

const maxSnapshots = 10
const maxBytes = 64 * 1024 * 1024
/** Of all worlds. */
const maxTotalBytes = 1024 * 1024 * 1024

interface Snapshot {
  readonly name: string
  readonly folder: string
  readonly moment: Moment
  readonly bytes: number
}

/** The snapshots of a world by name; only one is taken, deleted or used at once. */
class Snapshots extends Map<string, Snapshot> {
  readonly serial = createSerial()

  get bytes(): number {
    return [...this.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }
}

const snapshotsOf = () => new Snapshots()

/** Taking and deleting snapshots of worlds, and going back to them. */
export function snapshotOperations({
  worlds,
}: SandboxParts): Pick<SandboxHandlers, 'snapshots.list' | 'snapshots.take' | 'snapshots.delete' | 'snapshots.rewind'> {
  const of = (world: string) => worlds.stateOf(world, snapshotsOf)
  const bytesOfAll = () => worlds.list().reduce((sum, { name }) => sum + of(name).bytes, 0)
  const take = async (world: string, name: string): Promise<Snapshot> => {
    const taken = of(world)
    if (taken.has(name)) throw new ApiError('conflict', `The snapshot ${name} exists already.`)
    if (taken.size >= maxSnapshots) throw tooMany(`${maxSnapshots} snapshots`)
    const folder = join(worlds.snapshotsFolder(world), randomUUID())
    try {
      const moment = await worlds.capture(world, folder)
      const bytes = await folderBytes(folder)
      if (taken.bytes + bytes > maxBytes) throw tooMany(`snapshots of ${maxBytes / 1024 / 1024} MiB`)
      if (bytesOfAll() + bytes > maxTotalBytes) {
        throw new ApiError('rate_limited', 'This sandbox has reached its limit of snapshots. Delete some first.')
      }
      const snapshot = { name, folder, moment, bytes }
      taken.set(name, snapshot)
      return snapshot
    } catch (failure) {
      await rm(folder, { recursive: true, force: true })
      throw failure
    }
  }
  return {
    'snapshots.list': ({ path }) => ({ json: { snapshots: [...of(path.name).values()].map(shown) } }),
    async 'snapshots.take'({ path, body }) {
      return { json: shown(await of(path.name).serial.run(() => take(path.name, body.name))) }
    },
    async 'snapshots.delete'({ path }) {
      const taken = of(path.name)
      await taken.serial.run(async () => {
        const { folder } = found(taken, path.snapshot)
        taken.delete(path.snapshot)
        await rm(folder, { recursive: true, force: true })
      })
      return { status: 204 }
    },
    async 'snapshots.rewind'({ path }) {
      const taken = of(path.name)
      return {
        json: await taken.serial.run(async () => {
          const snapshot = found(taken, path.snapshot)
          await worlds.rewind(path.name, snapshot.folder, snapshot.moment)
          return shown(snapshot)
        }),
      }
    },
  }
}

function shown({ name, moment, bytes }: Snapshot) {
  return { name, time: iso(moment.clockMs), bytes }
}

function found(taken: Snapshots, name: string): Snapshot {
  const snapshot = taken.get(name)
  if (!snapshot) throw new ApiError('not_found', `There is no snapshot ${name}.`)
  return snapshot
}

function tooMany(what: string): ApiError {
  return new ApiError('rate_limited', `A world can have at most ${what}. Delete one first.`)
}
