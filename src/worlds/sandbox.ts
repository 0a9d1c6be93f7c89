import type { EventEmitter } from 'node:events'
import { rm } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { type Config, listeningOn, loadConfig } from '../app/config.ts'
import { bindHttpDoor, type Upgrades } from '../doors/http/http-server.ts'
import { asksForWebSocket } from '../framework/grpc/port.ts'
import { ConnectionBound } from '../http/connection-bound.ts'
import { cookieOf } from '../http/cookies.ts'
import { writeErrorTo } from '../http/listen.ts'
import { systemClock } from '../runtime/base/clock.ts'
import { ApiError, asApiError, errorBody } from '../runtime/base/errors.ts'
import { createLog } from '../runtime/base/log.ts'
import { memoryFolder } from '../runtime/base/memory-folder.ts'
import { clockOperations } from './clock/clock-operations.ts'
import { createControl, type SandboxHandlers } from './control/control.ts'
import type { SandboxParts } from './control/sandbox-parts.ts'
import { writeFailure } from './control/write-failure.ts'
import { faultOperations } from './faults/fault-operations.ts'
import { faultyListener } from './faults/faulty-listener.ts'
import { faultyUpgrade } from './faults/faulty-upgrade.ts'
import { faultyParts } from './faults/faulty-world.ts'
import { createFaults } from './faults/world-faults.ts'
import { outsideOf, outsideOperations } from './outside/operations.ts'
import { withPages } from './pages/page-addresses.ts'
import { publicQuota, WorldQuota } from './quotas/world-quota.ts'
import { recorderOf } from './recording/observer.ts'
import { recordingOperations } from './recording-operations.ts'
import { readySeed } from './seeds/ready-seeds.ts'
import { SeedDocument } from './seeds/seed-document.ts'
import { seedOperations } from './seeds/seed-operations.ts'
import { Seeds } from './seeds/seeds.ts'
import { snapshotOperations } from './snapshots/snapshot-operations.ts'
import { RunningRequests } from './world/running-requests.ts'
import { createSandboxFolder } from './world/sandbox-folder.ts'
import { makeTemplate, ownSeed, type Template, type WorldAccount } from './world/template.ts'
import { allowWorldHeader, WORLD_HEADER } from './world/world-header.ts'
import { isWorldName } from './world/world-name.ts'
import { Worlds } from './world/worlds.ts'
import { worldOperations } from './world-operations.ts'

/** The world of requests that name none. */
const usualWorld = 'main'
const WORLD_COOKIE = 'onedoor_world'
/** A world of a public sandbox that is not used for a day is deleted. */
const unusedMs = 86_400_000

export interface SandboxOptions {
  readonly host: string
  readonly port: number
  /** The time at which the clock of a new world starts, epoch milliseconds; the present if not given. */
  readonly startMs?: number | undefined
  /** What new worlds start from: the name of a ready seed, or a seed in YAML or JSON; the seed `empty` if not given. */
  readonly seed?: string | undefined
  /**
   * Whether it is open to people who do not trust each other: worlds have quotas and random names, are not listed, and
   * are deleted after a day without use.
   */
  readonly isPublic?: boolean
  /** The file of a Unix socket to listen on instead of host and port. */
  readonly socketPath?: string
  /** The public address, if it is not that of host and port. */
  readonly baseUrl?: string
  /** Where its folder is created. */
  readonly parentFolder?: string
  readonly maxWorlds?: number
  readonly maxOpen?: number
  /** The time by which worlds are idle, epoch milliseconds; the present if not given. */
  readonly now?: () => number
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
  const { isPublic = false, maxWorlds = 1000, maxOpen = 200 } = options
  await using stack = new AsyncDisposableStack()
  const folder = await createSandboxFolder(options.parentFolder ?? memoryFolder())
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const started = settingsOf(options)
  const log = createLog(started)
  const door = await bindHttpDoor({ ...started, socketPath: options.socketPath }, undefined, new ConnectionBound())
  stack.defer(() => door.drain(0))
  const config = listeningOn(started, door.port)
  const nowMs = () => options.startMs ?? systemClock.now()
  const base = await makeTemplate(join(folder, 'template'), { config, log, clock: { now: nowMs } })
  const seeds = new Seeds({ base, folder, config, log, startMs: nowMs })
  const { template, clockMs } = await seededTemplate(seeds, base, join(folder, 'seeded'), options)
  const startMs = () => clockMs ?? nowMs()
  const worlds: Worlds = new Worlds({
    ...{ config, log, folder, template, maxWorlds, maxOpen, startMs, isPublic },
    deleteAfterMs: isPublic ? unusedMs : undefined,
    now: options.now,
    partsOf: (name, clock) => ({
      ...faultyParts(worlds.stateOf(name, createFaults)),
      observe: recorderOf(worlds, name, clock),
      outside: outsideOf(worlds, name, clock),
      trialSandbox: base.origin.accounts[0],
    }),
  })
  stack.defer(() => worlds.close())
  stack.defer(() => seeds.stop())
  const { accounts } = template.origin
  const parts: SandboxParts = { worlds, isPublic, startMs }
  const control = await createControl(operationsOf(parts, seeds), log)
  const admit = admissionTo(worlds, isPublic)
  door.serve(listenerOf(worlds, withPages(parts, control), admit), upgradesOf(worlds, admit))
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
function settingsOf({ host, port, baseUrl, settings }: SandboxOptions): Config {
  return loadConfig({
    ...settings,
    HOST: host,
    PORT: String(port),
    BASE_URL: baseUrl,
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
  const header = req.headers[WORLD_HEADER]
  const name = inPath?.[1] ?? (header === undefined ? cookieOf(req.headers.cookie, WORLD_COOKIE) : String(header))
  const rest = inPath ? (inPath[2] ?? '') : target
  return { name: name || usualWorld, target: rest.startsWith('/') ? rest : `/${rest}` }
}

/** Counts a request for a world. @throws ApiError rate_limited if the world may not make it now */
type Admit = (name: string, response: Pick<EventEmitter, 'once'>) => Promise<void>

/** In a public sandbox worlds have quotas. */
function admissionTo(worlds: Worlds, isPublic: boolean): Admit {
  const createQuota = (name: string) => new WorldQuota(worlds.folderOf(name), publicQuota)
  return async (name, response) => {
    if (isPublic && worlds.has(name)) await worlds.stateOf(name, createQuota).take(response)
  }
}

function listenerOf(worlds: Worlds, control: RequestListener, admit: Admit): RequestListener {
  const running = new RunningRequests()
  const fail = (req: IncomingMessage, res: ServerResponse, failure: unknown) =>
    writeFailure(req, res, asApiError(failure))
  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const [isControl, named] = /^\/sandbox(?:\/worlds\/([^/?]+))?(?:[/?]|$)/.exec(req.url ?? '') ?? []
    if (isControl !== undefined) {
      if (named?.includes('%')) throw invalidName()
      // What uses too much can still be deleted.
      if (named !== undefined && req.method !== 'DELETE') await admit(named, res)
      return control(req, res)
    }
    const { name, target } = worldOf(req)
    if (!isWorldName(name)) throw invalidName()
    await admit(name, res)
    req.url = target
    allowWorldHeader(req, res)
    const world = await worlds.get(name)
    const listener = faultyListener(world.server, worlds.stateOf(name, createFaults))
    world.handle(req, res, () => {
      running.serve(name, res, () => listener(req, res)).catch((failure) => fail(req, res, failure))
    })
  }
  return (req, res) => {
    serve(req, res).catch((failure) => fail(req, res, failure))
  }
}

function invalidName(): ApiError {
  return new ApiError(
    'invalid_argument',
    'The name of a world can have at most 63 lower-case letters, digits and hyphens.',
  )
}

function upgradesOf(worlds: Worlds, admit: Admit): Upgrades {
  return {
    isFor: asksForWebSocket,
    upgrade(req, socket, head) {
      const start = async () => {
        const { name, target } = worldOf(req)
        if (!isWorldName(name)) throw invalidName()
        await admit(name, socket)
        req.url = target
        const world = await worlds.get(name)
        world.upgrade(req, socket, head, faultyUpgrade(world.server, worlds.stateOf(name, createFaults)))
      }
      start().catch((failure: unknown) => {
        writeErrorTo(socket, asApiError(failure), (error) => ({ status: error.status, body: errorBody(error) }))
      })
    },
  }
}
