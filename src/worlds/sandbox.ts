import { rm } from 'node:fs/promises'
import type { IncomingMessage, RequestListener } from 'node:http'
import { join } from 'node:path'
import { type Config, listeningOn, loadConfig } from '../app/config.ts'
import { bindHttpDoor, type Upgrades } from '../doors/http/http-server.ts'
import { asksForWebSocket } from '../framework/grpc/port.ts'
import { ConnectionBound } from '../http/connection-bound.ts'
import { cookieOf } from '../http/cookies.ts'
import { systemClock } from '../runtime/base/clock.ts'
import { ApiError, asApiError, errorBody } from '../runtime/base/errors.ts'
import { createLog } from '../runtime/base/log.ts'
import { memoryFolder } from '../runtime/base/memory-folder.ts'
import { clockOperations } from './clock/clock-operations.ts'
import { createControl, type SandboxHandlers } from './control/control.ts'
import type { SandboxParts } from './control/sandbox-parts.ts'
import { faultOperations } from './faults/fault-operations.ts'
import { faultyListener } from './faults/faulty-listener.ts'
import { faultyParts } from './faults/faulty-world.ts'
import { createFaults } from './faults/world-faults.ts'
import { outsideOf, outsideOperations } from './outside/operations.ts'
import { withPages } from './pages/page-addresses.ts'
import { recorderOf } from './recording/observer.ts'
import { recordingOperations } from './recording/recording-operations.ts'
import { ownSeed, readySeed } from './seeds/ready-seeds.ts'
import { SeedDocument } from './seeds/seed-document.ts'
import { seedOperations } from './seeds/seed-operations.ts'
import { Seeds } from './seeds/seeds.ts'
import { snapshotOperations } from './snapshots/snapshot-operations.ts'
import { createSandboxFolder } from './world/sandbox-folder.ts'
import { makeTemplate, type Template, type WorldAccount } from './world/template.ts'
import type { World } from './world/world.ts'
import { isWorldName } from './world/world-name.ts'
import { Worlds } from './world/worlds.ts'
import { worldOperations } from './world-operations.ts'

/** The world of requests that name none. */
const usualWorld = 'main'
const WORLD_COOKIE = 'onedoor_world'

export interface SandboxOptions {
  readonly host: string
  readonly port: number
  /** The time at which the clock of a new world starts, epoch milliseconds; the present if not given. */
  readonly startMs?: number | undefined
  /** What new worlds start from: the name of a ready seed, or a seed in YAML or JSON; the seed `empty` if not given. */
  readonly seed?: string | undefined
  readonly isPublic?: boolean
  readonly maxWorlds?: number
  readonly maxOpen?: number
  /** Environment variables of all worlds, besides those that a sandbox has. */
  readonly settings?: Readonly<Record<string, string>>
}

export interface RunningSandbox {
  readonly url: string
  readonly accounts: readonly WorldAccount[]
  readonly worlds: Worlds
  /** Ends all worlds and deletes their folders. */
  stop(): Promise<void>
}

/** Starts a sandbox in a new folder, which it deletes when it stops. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { host, port, isPublic = false, maxWorlds = 1000, maxOpen = 200 } = options
  await using stack = new AsyncDisposableStack()
  const folder = await createSandboxFolder(memoryFolder())
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const started = settingsOf(host, port, options.settings)
  const log = createLog(started)
  const door = await bindHttpDoor(started, undefined, new ConnectionBound())
  stack.defer(() => door.drain(0))
  const config = listeningOn(started, door.port)
  const nowMs = () => options.startMs ?? systemClock.now()
  const base = await makeTemplate(join(folder, 'template'), { config, log, clock: { now: nowMs } })
  const seeds = new Seeds({ base, folder, config, log, startMs: nowMs })
  const { template, clockMs } = await seededTemplate(seeds, base, join(folder, 'seeded'), options)
  const startMs = () => clockMs ?? nowMs()
  const worlds: Worlds = new Worlds({
    ...{ config, log, folder, template, maxWorlds, maxOpen, startMs },
    partsOf: (name, clock) => ({
      ...faultyParts(worlds.stateOf(name, createFaults)),
      observe: recorderOf(worlds, name, clock),
      outside: outsideOf(worlds, name, clock),
      trialSandbox: base.origin.accounts[0],
    }),
  })
  stack.defer(() => worlds.close())
  const { accounts } = template.origin
  const parts: SandboxParts = { worlds, isPublic, startMs }
  const control = await createControl(operationsOf(parts, seeds), log)
  door.serve(listenerOf(worlds, withPages(parts, control)), upgradesOf(worlds))
  const opened = stack.move()
  return { url: config.baseUrl, accounts, worlds, stop: () => opened.disposeAsync() }
}

/** The template of new worlds, and the time at which their clocks start if the options or the seed have one. */
async function seededTemplate(
  seeds: Seeds,
  base: Template,
  folder: string,
  { seed, startMs }: SandboxOptions,
): Promise<{ template: Template; clockMs: number | undefined }> {
  if (seed === undefined) return { template: base, clockMs: startMs }
  const isReady = /^[\w-]+$/.test(seed)
  const document = await SeedDocument.read(isReady ? await readySeed(seed) : seed)
  const named = { name: usualWorld, seed: isReady ? seed : ownSeed }
  const { fill, clockMs } = await seeds.startOf(document, { ...named, clockMs: startMs })
  return { template: { folder, origin: await fill(folder) }, clockMs }
}

function operationsOf(parts: SandboxParts, seeds: Seeds): SandboxHandlers {
  return {
    ...worldOperations(parts, seeds),
    ...clockOperations(parts),
    ...faultOperations(parts),
    ...recordingOperations(parts),
    ...outsideOperations(parts),
    ...seedOperations(parts),
    ...snapshotOperations(parts),
  }
}

/** Everything that a server can be set up for is, with stand-ins: nothing of a world leaves it, and none runs programs. */
function settingsOf(host: string, port: number, more: Readonly<Record<string, string>> = {}): Config {
  return loadConfig({
    ...more,
    HOST: host,
    PORT: String(port),
    GATEWAY_PORT: 'off',
    LOG_LEVEL: 'error',
    PROVIDERS: 'examples',
    SHELL_ENGINE: 'off',
    DISK_RESERVE_MIB: 'off',
    MARKETS_REFRESH: 'off',
    MAIL_DOMAIN: 'onedoor.example',
    SMS_FROM: '+447700900900',
    WHATSAPP_FROM: '+447700900901',
    X402_PAY_TO: '0x209693Bc6afc0C5328bA36FaF03C514EF312287C',
    X402_NETWORK: 'base-sepolia',
  })
}

/** Where a request belongs: its world, and its target there. */
function worldOf(req: IncomingMessage): { name: string; target: string } {
  const target = req.url ?? '/'
  const inPath = /^\/w\/([^/?]*)(.*)$/s.exec(target)
  const header = req.headers['x-onedoor-world']
  const name = inPath?.[1] ?? (header === undefined ? cookieOf(req.headers.cookie, WORLD_COOKIE) : String(header))
  const rest = inPath ? (inPath[2] ?? '') : target
  return { name: name || usualWorld, target: rest.startsWith('/') ? rest : `/${rest}` }
}

function listenerOf(worlds: Worlds, control: RequestListener): RequestListener {
  return (req, res) => {
    if (/^\/sandbox(?:[/?]|$)/.test(req.url ?? '')) return control(req, res)
    const { name, target } = worldOf(req)
    const failed = (failure: unknown) => {
      const error = asApiError(failure)
      res.writeHead(error.status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      res.end(JSON.stringify(errorBody(error)))
    }
    if (!isWorldName(name)) return failed(invalidName())
    req.url = target
    const faulty = ({ server }: World) => faultyListener(server.listener, worlds.stateOf(name, createFaults))
    worlds.get(name).then((world) => world.handle(req, res, faulty(world)), failed)
  }
}

function invalidName(): ApiError {
  return new ApiError('invalid_argument', 'The name of a world has at most 63 small letters, digits and hyphens.')
}

function upgradesOf(worlds: Worlds): Upgrades {
  return {
    isFor: asksForWebSocket,
    upgrade(req, socket, head) {
      const { name, target } = worldOf(req)
      if (!isWorldName(name)) return void socket.destroy()
      req.url = target
      worlds.get(name).then(
        (world) => world.upgrade(req, socket, head),
        () => socket.destroy(),
      )
    },
  }
}
