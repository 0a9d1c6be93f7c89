import { operations } from '../../generated/server/operations.ts'
import { loadConfig, SETTINGS } from '../../src/app/config.ts'
import { type RunningServer, startServer } from '../../src/app/server.ts'
import { type ManualClock, manualClock } from '../../src/runtime/base/clock.ts'
import { createLog } from '../../src/runtime/base/log.ts'
import { typeLine } from '../../src/testing/typed-line.ts'
import { TestVisitor } from '../../src/testing/visitor.ts'
import { instanceSettings, password } from './recorded.ts'

const minuteMs = 60_000

// biome-ignore lint/suspicious/noExplicitAny: results of many methods, of which a few members are read
export type Result = any

/** The limits count by a clock that moves only a minute a call. */
const limitsOff = Object.values(SETTINGS).filter(({ name }) => name.startsWith('LIMIT_'))
const ownSettings: Record<string, string> = {
  ...{ ...instanceSettings, LOG_LEVEL: 'error', DISK_RESERVE_MIB: 'off', GATEWAY_PORT: '0' },
  ...Object.fromEntries(limitsOff.map(({ name }) => [name, 'off'])),
}

/** The instance while its people use it: everything goes through its commands, calls and pages. */
export class ExampleInstance {
  readonly clock: ManualClock
  readonly tokens: Record<string, string> = {}
  readonly visitors = new Map<string, TestVisitor>()
  readonly #env: Record<string, string>
  #server: RunningServer | undefined
  #calls = 0

  /** @param now the time of its clock, RFC 3339 */
  constructor(settings: Record<string, string>, now: string) {
    this.#env = { PORT: '0', ...ownSettings, ONEDOOR_CLOCK: now, ...settings }
    this.clock = manualClock(now)
  }

  get server(): RunningServer {
    if (!this.#server) throw new Error('The server is not started')
    return this.#server
  }

  get url(): string {
    return `http://127.0.0.1:${this.server.config.port}`
  }

  async start(settings: Record<string, string>): Promise<void> {
    const config = loadConfig({ ...this.#env, ...settings })
    this.#server = await startServer({ config, clock: this.clock, log: createLog(config) })
  }

  /** Runs a command and returns its output. */
  async type(words: readonly string[], input = ''): Promise<string> {
    const { code, out, err } = await typeLine(words, { env: this.#env, input })
    if (code !== 0) throw new Error(`onedoor ${words.join(' ')}: ${err}`)
    return out.trim()
  }

  /** Makes an account with two tokens, and signs it in with a browser. */
  async join(username: string): Promise<void> {
    await this.type(['account', 'create', username, '--password-stdin'], `${password}\n`)
    const token = (...rights: string[]) =>
      this.type(['token', 'create', username, '--actions', '--days', '365', ...rights])
    this.tokens[username] = await token('--services', 'all', '--name', 'laptop')
    this.tokens[`${username}:product`] = await token('--capabilities', 'agent,inbox,work')
    this.visitors.set(username, await new TestVisitor(this.url).signIn(username, password))
  }

  visitor(username: string): TestVisitor {
    const visitor = this.visitors.get(username)
    if (!visitor) throw new Error(`${username} is not signed in`)
    return visitor
  }

  /** Submits the form of a page; returns where it leads. */
  async submit(username: string, page: string, fields: Record<string, string>, action = page): Promise<string> {
    const { status, location = '', html } = await this.visitor(username).submit(page, action, fields)
    if (status !== 303) throw new Error(`${action} returned ${status}: ${html}`)
    return location
  }

  /** Sends a call, a minute after the one before it. */
  async call(who: string, id: string, args: Record<string, unknown> = {}): Promise<Result> {
    this.clock.advance(minuteMs)
    return this.read(who, id, args)
  }

  async read(who: string, id: string, args: Record<string, unknown> = {}): Promise<Result> {
    const operation = operations.find((each) => each.id === id)
    if (!operation) throw new Error(`${id} is not an operation`)
    const { verb, envelope } = operation
    const token = this.tokens[who]
    const rest = { ...args }
    const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
      delete rest[name]
      return String(args[name])
    })
    const isGet = verb === 'GET'
    const query = isGet && Object.keys(rest).length > 0 ? `?${new URLSearchParams(rest as Record<string, string>)}` : ''
    const response = await fetch(`${this.url}${path}${query}`, {
      method: verb,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        ...(operation.retry === 'unsafe' && { 'Idempotency-Key': `call-${++this.#calls}` }),
      },
      ...(isGet ? {} : { body: JSON.stringify(rest) }),
    })
    const body = await response.json()
    if (response.status !== 200) throw new Error(`${id} returned ${response.status}: ${JSON.stringify(body)}`)
    return envelope === 'result' ? (body as Result).result : body
  }

  /** The Cookie header of everybody's browser. */
  cookies(): Record<string, string> {
    return Object.fromEntries(
      [...this.visitors].map(([name, { cookies }]) => [name, [...cookies].map((pair) => pair.join('=')).join('; ')]),
    )
  }

  async settle(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await this.server.jobs.settle()
      await this.server.bus.settle()
    }
  }

  async stop(): Promise<void> {
    await this.#server?.stop()
    this.#server = undefined
  }
}
