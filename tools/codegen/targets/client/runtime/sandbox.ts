/** Where a sandbox is, and what a new world in it is like. */
export interface SandboxOptions {
  /** Address of a running sandbox; that in ONEDOOR_SANDBOX if not given, and without one, a sandbox is started. */
  readonly address?: string
  /** Time at which the clock of the world starts, RFC 3339; by default the time of the sandbox. */
  readonly clock?: string
  /** Whether its clock stands still until it is moved. */
  readonly frozen?: boolean
  /** Name of a ready seed that it starts from. */
  readonly seed?: string
  /** Seed that it starts from, instead of a ready one. */
  readonly document?: object
}

/** An account of a world. */
export interface SandboxAccount {
  readonly username: string
  readonly password: string
  readonly token: string
}

/** The clock of a world. */
export interface ClockState {
  readonly time: string
  readonly frozen: boolean
}

/** A fault as the sandbox describes it: `{ kind: 'status', status: 429, method: 'notes.add', times: 1 }`. */
export interface NewFault {
  readonly kind: 'status' | 'latency' | 'cut' | 'stall' | 'provider'
  readonly method?: string
  readonly [name: string]: unknown
}

/** A separate server with its own records, clock and faults. It ends with `await using`, or with `delete()`. */
export interface SandboxWorld<Client> extends AsyncDisposable {
  readonly name: string
  /** Address of its API and pages. */
  readonly baseUrl: string
  readonly accounts: readonly SandboxAccount[]
  /** A client of an account; of none without a username. Throws for a username that the world does not have. */
  client(username?: string): Client
  readonly clock: {
    get(): Promise<ClockState>
    /** Moves it, and does everything that is due by then. */
    move(move: { readonly time?: string; readonly advance?: string; readonly frozen?: boolean }): Promise<ClockState>
    /** Advances it by a duration such as `PT2H` or `P3D`. */
    advance(duration: string): Promise<ClockState>
  }
  readonly faults: {
    add(fault: NewFault): Promise<{ readonly id: string }>
    clear(): Promise<void>
  }
  readonly seeds: {
    /** What the calls of its seed have returned, such as the ids of its records. */
    results(): Promise<{ readonly results: readonly unknown[] }>
  }
  /** Keeps its present state under a name. */
  snapshot(name: string): Promise<void>
  /** Returns to a state that was kept. */
  rewind(name: string): Promise<void>
  delete(): Promise<void>
}

type ClientMaker<Client> = (options: { baseUrl: string; token?: string }) => Client

/** A new world of a sandbox. Rejects if the sandbox cannot be reached or started. */
export async function openWorld<Client>(
  createClient: ClientMaker<Client>,
  options: SandboxOptions = {},
): Promise<SandboxWorld<Client>> {
  const { address = process.env.ONEDOOR_SANDBOX || (await started()), ...wanted } = options
  const worlds = `${address.replace(/\/$/, '')}/sandbox/worlds`
  const world = (await request('POST', worlds, wanted)) as {
    readonly name: string
    readonly base_url: string
    readonly accounts: readonly SandboxAccount[]
  }
  const { name, base_url: baseUrl, accounts } = world
  const own = `${worlds}/${name}`
  const move: SandboxWorld<Client>['clock']['move'] = async (to) =>
    (await request('POST', `${own}/clock`, to)) as ClockState
  const end = async () => void (await request('DELETE', own))
  return {
    name,
    baseUrl,
    accounts,
    client(username) {
      if (username === undefined) return createClient({ baseUrl })
      const account = accounts.find((each) => each.username === username)
      const known = accounts.map((each) => each.username).join(', ')
      if (!account) throw new TypeError(`The world has no account ${username}. Its accounts: ${known}`)
      return createClient({ baseUrl, token: account.token })
    },
    clock: {
      get: async () => (await request('GET', `${own}/clock`)) as ClockState,
      move,
      advance: (duration) => move({ advance: duration }),
    },
    faults: {
      add: async (fault) => (await request('POST', `${own}/faults`, fault)) as { readonly id: string },
      clear: async () => void (await request('DELETE', `${own}/faults`)),
    },
    seeds: {
      results: async () => (await request('GET', `${own}/seed/results`)) as { readonly results: readonly unknown[] },
    },
    snapshot: async (snapshot) => void (await request('POST', `${own}/snapshots`, { name: snapshot })),
    rewind: async (snapshot) =>
      void (await request('POST', `${own}/snapshots/${encodeURIComponent(snapshot)}/rewind`, {})),
    delete: end,
    [Symbol.asyncDispose]: end,
  }
}

async function request(method: string, address: string, body?: object): Promise<unknown> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(address, { method, ...(body && { headers, body: JSON.stringify(body) }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${address} returned ${response.status}: ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}

let running: Promise<string> | undefined

/** The address of the sandbox that this process has started, which ends with it. */
function started(): Promise<string> {
  running ??= start().catch((failure: unknown) => {
    running = undefined
    throw failure
  })
  return running
}

async function start(): Promise<string> {
  const { spawn } = await import('node:child_process')
  // Its input ends with this process, even if that is killed, as runners of tests do with their workers.
  const args = ['sandbox', '--port', '0', '--json', '--until-input-ends']
  const child = spawn('onedoor', args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const line = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.once('error', () => reject(new Error(missing)))
    child.once('exit', (code) => reject(new Error(`onedoor sandbox ended with exit code ${code}.`)))
    child.stdout.on('data', (piece) => {
      text += piece
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
  })
  // The process of the tests may end.
  child.unref()
  for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref()
  return JSON.parse(line).url
}

const missing =
  'There is no command onedoor to start a sandbox with. Install it, or set ONEDOOR_SANDBOX to the address of one.'
