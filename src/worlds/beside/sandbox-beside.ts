import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Registry } from 'prom-client'
import type { MainHandlers, OpenBeside } from '../../app/server.ts'
import { asksForWebSocket } from '../../framework/grpc/port.ts'
import { writeErrorTo } from '../../http/listen.ts'
import { requestFault, targetOf } from '../../http/request-head.ts'
import { removeBasePath } from '../../http/target-removal.ts'
import { parseAuthorization } from '../../runtime/accounts/authorization.ts'
import type { Tokens } from '../../runtime/accounts/tokens.ts'
import { basePath } from '../../runtime/base/base-path.ts'
import { ApiError, asApiError, errorBody } from '../../runtime/base/errors.ts'
import { FairLimiter } from '../../runtime/base/fair-limiter.ts'
import { Counter, gauge } from '../../runtime/base/metrics.ts'
import type { Finding } from '../../runtime/kit/finding.ts'
import { addressGroup, clientAddress, type TrustedProxies } from '../../runtime/limits/client-address.ts'
import { writeFailure } from '../control/write-failure.ts'
import { allowWorldHeader, WORLD_HEADER } from '../world/world-header.ts'
import { AddressCounts, controlLimit, creationLimit } from './address-limits.ts'
import { forward, forwardUpgrade } from './forward.ts'
import { responseHeaders } from './forwarded-headers.ts'
import { SandboxProcess, type ServingSandbox } from './sandbox-process.ts'

/** Requests that the sandbox answers at once, and one address. */
const maxRunning = 256
const maxRunningPerAddress = 32
/** How long the process stays without requests. */
const idleMs = 600_000

/** What a browser loads into a page, which for a page of the server must not come from a world. */
const partsOfPages = new Set(['script', 'style', 'worker', 'sharedworker', 'serviceworker', 'audioworklet'])

/**
 * Opens the sandbox of SANDBOX=on: `/sandbox`, `/w/` and requests with the header X-Onedoor-World.
 *
 * @param program the file that its process starts, with arguments, if it is not that of the sources
 */
export function openSandboxBeside(program?: readonly string[]): OpenBeside {
  return ({ config, log, metrics, tokens }, stack) => {
    const { baseUrl, sandboxWorlds: maxWorlds, trustedProxies: proxies } = config
    const process = new SandboxProcess({ baseUrl, maxWorlds, log, program })
    stack.defer(() => process.close())
    const sandbox = new SandboxBeside({ process, tokens, metrics, proxies })
    return { before: (main) => sandbox.before(main), finding: () => sandbox.finding }
  }
}

interface BesideOptions {
  readonly process: SandboxProcess
  readonly tokens: Pick<Tokens, 'authenticate'>
  readonly metrics: Registry
  readonly proxies: TrustedProxies
}

/** Where a request goes: to the operations of the sandbox, or to a world by its path or by the header. */
interface Place {
  readonly kind: 'control' | 'path' | 'header'
  /** The path of the world, to which its cookies belong. */
  readonly cookiePath?: string
}

/** Forwards what is for the sandbox, within its limits. */
class SandboxBeside {
  readonly #options: BesideOptions
  readonly #running = new FairLimiter({ maxRunning, maxRunningPerSubject: maxRunningPerAddress, leavesRoom: true })
  readonly #creations = new AddressCounts(creationLimit)
  readonly #controls = new AddressCounts(controlLimit)
  readonly #refused: Counter<'code'>
  #refusedCount = 0
  #idle: NodeJS.Timeout | undefined

  constructor(options: BesideOptions) {
    this.#options = options
    const { metrics, process } = options
    gauge(metrics, 'onedoor_sandbox_running', 'Whether the process of the sandbox runs', () =>
      Number(process.isRunning),
    )
    gauge(metrics, 'onedoor_sandbox_starts', 'How often it was started', () => process.starts)
    gauge(metrics, 'onedoor_sandbox_worlds_open', 'Worlds in memory', () => process.state?.open ?? 0)
    gauge(metrics, 'onedoor_sandbox_worlds_parked', 'Worlds on disk', () => process.state?.parked ?? 0)
    gauge(metrics, 'onedoor_sandbox_memory_bytes', 'Memory of its process', () => process.state?.memoryBytes ?? 0)
    gauge(metrics, 'onedoor_sandbox_requests', 'Requests and streams that it answers', () => this.#running.running)
    this.#refused = new Counter({
      name: 'onedoor_sandbox_refused_total',
      help: 'Requests for the sandbox that were refused before they reached it',
      labelNames: ['code'],
      registers: [metrics],
    })
  }

  before({ listener, upgrades }: MainHandlers): MainHandlers {
    return {
      listener: (req, res) => {
        const place = placeOf(req)
        if (place) return void this.#handle(req, res, place)
        allowWorldHeader(req, res)
        listener(req, res)
      },
      upgrades: {
        isFor: (req) => {
          if (asksForWebSocket(req)) removeBasePath(req)
          return (asksForWebSocket(req) && placeOf(req) !== undefined) || upgrades.isFor(req)
        },
        upgrade: (req, socket, head) => {
          const place = placeOf(req)
          if (place) void this.#upgrade(req, socket, head, place)
          else upgrades.upgrade(req, socket, head)
        },
      },
    }
  }

  /** For administrators. */
  get finding(): Finding {
    const { state, failures } = this.#options.process
    const refused = `${this.#refusedCount} requests were refused since the start`
    if (state === undefined && failures > 1) {
      const detail = `has ended ${failures} times in the last five minutes; search the log for "sandbox ended"; ${refused}`
      return { what: 'sandbox', state: 'broken', detail, link: '/sandbox' }
    }
    const detail =
      state === undefined
        ? `not running, because nobody uses it; ${refused}`
        : `${state.open} open worlds and ${state.parked} parked ones, with ${Math.round(state.memoryBytes / 1_048_576)} MiB of memory; ${refused}`
    return { what: 'sandbox', state: 'works', detail, link: '/sandbox' }
  }

  async #handle(req: IncomingMessage, res: ServerResponse, place: Place): Promise<void> {
    const failed = (failure: unknown) => writeFailure(req, res, this.#refusal(failure))
    try {
      const to = await this.#admitted(req, res, place)
      if (!res.closed) forward(req, res, { to, headersOf: headersFor(place), failed })
    } catch (failure) {
      failed(failure)
    }
  }

  async #upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, place: Place): Promise<void> {
    try {
      const to = await this.#admitted(req, socket, place)
      if (!socket.destroyed) forwardUpgrade(req, socket, { head, to, headersOf: headersFor(place) })
    } catch (failure) {
      writeErrorTo(socket, this.#refusal(failure), (error) => ({ status: error.status, body: errorBody(error) }))
    }
  }

  /** @param closing closes when the request has been answered */
  async #admitted(req: IncomingMessage, closing: Duplex | ServerResponse, place: Place): Promise<ServingSandbox> {
    const { process, proxies } = this.#options
    const fault = requestFault(req)
    if (fault !== undefined) throw new ApiError('invalid_argument', `The request ${fault}.`)
    if (place.kind === 'path' && isPartOfServerPage(req)) {
      throw new ApiError('permission_denied', 'Pages of this server load nothing from a world.')
    }
    const address = addressGroup(clientAddress(req.socket.remoteAddress, req.headers, proxies))
    const release = this.#running.tryTake(address)
    if (!release) {
      throw new ApiError('unavailable', 'The sandbox of this server is busy. Try again.', { retryAfterS: 1 })
    }
    clearTimeout(this.#idle)
    closing.once('close', () => {
      release()
      clearTimeout(this.#idle)
      if (this.#running.running === 0) this.#idle = setTimeout(() => void process.end(), idleMs).unref()
    })
    if (place.kind === 'control') this.#controls.take(address)
    if (isCreation(req)) this.#creations.take(address)
    await this.#refuseOwnToken(req)
    return process.serving()
  }

  /** A token of an account of this server is not shown to a world. */
  async #refuseOwnToken({ headers }: IncomingMessage): Promise<void> {
    const secret = parseAuthorization(headers.authorization)
    if (secret === undefined) return
    const isOwn = await this.#options.tokens.authenticate(secret, 'mcp').then(
      () => true,
      () => false,
    )
    if (!isOwn) return
    const message = 'This is a token for an account on this server. Send a token for the world, as /sandbox returns it.'
    throw new ApiError('permission_denied', message)
  }

  #refusal(failure: unknown): ApiError {
    const error = asApiError(failure)
    this.#refused.inc({ code: error.code })
    this.#refusedCount += 1
    return error
  }
}

function placeOf(req: IncomingMessage): Place | undefined {
  const target = targetOf(req) ?? ''
  if (/^\/sandbox(?:[/?]|$)/.test(target)) return { kind: 'control' }
  const [path] = /^\/w\/[^/?]+/.exec(target) ?? []
  if (path !== undefined) return { kind: 'path', cookiePath: basePath() + path }
  return req.headers[WORLD_HEADER] === undefined ? undefined : { kind: 'header' }
}

function headersFor({ kind, cookiePath }: Place) {
  return (response: IncomingMessage) => responseHeaders(response, { cookiePath, isContent: kind !== 'control' })
}

function isCreation(req: IncomingMessage): boolean {
  return req.method === 'POST' && /^\/sandbox\/worlds\/?(?:\?|$)/.test(targetOf(req) ?? '')
}

function isPartOfServerPage({ headers }: IncomingMessage): boolean {
  return headers['sec-fetch-site'] === 'same-origin' && partsOfPages.has(String(headers['sec-fetch-dest']))
}
