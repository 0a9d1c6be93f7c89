import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Chain, openChain, type PaymentRequest, type Transfer } from './chain.ts'

/**
 * What goes wrong with the next request:
 * - `error`: 500 before anything is done
 * - `html`: 200 with a page
 * - `dropped`: the connection breaks before anything is done
 * - `lost`: everything is done, and the connection breaks before the response
 * - `hang`: nothing is done, and no response is sent
 * - `stall`: everything is done, and no response is sent
 */
export type Fault = 'error' | 'html' | 'dropped' | 'lost' | 'hang' | 'stall'

type Kind = 'verify' | 'settle'

/** A facilitator on this machine, with its own chain in memory. */
export interface LocalFacilitator {
  readonly url: string
  /** The kind of every request so far. */
  readonly requests: readonly Kind[]
  /** Every transfer so far. */
  readonly transfers: readonly Transfer[]
  /** Resolves when the next request of this kind has got as far as its fault allows. */
  next(kind: Kind): Promise<void>
  /** Sets up faults for the next requests of this kind, one each. */
  fail(kind: Kind, ...faults: Fault[]): void
  /** Sets a wallet's balance, in base units. */
  setBalance(address: string, value: bigint): void
  /** Empties a wallet when the next settlement is requested: after the payment was verified. */
  emptyAtNextSettlement(address: string): void
  stop(): Promise<void>
}

/** Starts a facilitator on a free port, with an empty chain. */
export async function startFacilitator(): Promise<LocalFacilitator> {
  const chain = await openChain()
  const desk = new Desk(chain)
  const server = createServer((req, res) => {
    desk.respond(req, res).catch((failure: Error) => res.writeHead(400).end(failure.message))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: desk.requests,
    transfers: chain.transfers,
    next: (kind) => desk.next(kind),
    fail: (kind, ...faults) => desk.fail(kind, faults),
    setBalance: (address, value) => chain.setBalance(address, value),
    emptyAtNextSettlement: (address) => desk.emptyAtNextSettlement(address),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Handles requests, each with the next fault that is set up for its kind. */
class Desk {
  readonly requests: Kind[] = []
  readonly #chain: Chain
  readonly #faults: Record<Kind, Fault[]> = { verify: [], settle: [] }
  readonly #toEmpty: string[] = []
  #waiting: { readonly kind: Kind; readonly resolve: () => void }[] = []

  constructor(chain: Chain) {
    this.#chain = chain
  }

  next(kind: Kind): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ kind, resolve }))
  }

  fail(kind: Kind, faults: readonly Fault[]): void {
    this.#faults[kind].push(...faults)
  }

  emptyAtNextSettlement(address: string): void {
    this.#toEmpty.push(address)
  }

  async respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const kind = req.url === '/verify' ? 'verify' : 'settle'
    const request = JSON.parse(await textOf(req)) as PaymentRequest
    this.requests.push(kind)
    if (kind === 'settle') for (const address of this.#toEmpty.splice(0)) this.#chain.setBalance(address, 0n)
    const fault = this.#faults[kind].shift()
    if (fault !== 'stall') this.#notify(kind)
    if (fault === 'hang') return
    if (fault === 'dropped') return void req.socket.destroy()
    if (fault === 'error') return void res.writeHead(500).end('{"error":"internal"}')
    if (fault === 'html') return void res.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hello</p>')
    const body = await this.#chain[kind](request)
    if (fault === 'stall') return this.#notify(kind)
    if (fault === 'lost') return void req.socket.destroy()
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  #notify(kind: Kind): void {
    const arrived = this.#waiting.filter((each) => each.kind === kind)
    this.#waiting = this.#waiting.filter((each) => each.kind !== kind)
    for (const { resolve } of arrived) resolve()
  }
}

async function textOf(req: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of req.setEncoding('utf8')) text += chunk
  return text
}
