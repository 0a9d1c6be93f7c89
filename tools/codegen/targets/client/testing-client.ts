import { afterEach } from 'vitest'
import { buildClient } from './runtime/client.ts'
import { download } from './runtime/download.ts'
import type { OnedoorError } from './runtime/errors.ts'
import type { Operations } from './runtime/operation.ts'
import { follow, progress } from './runtime/streams.ts'
import type { Hooks } from './runtime/transport.ts'
import type {
  ClientOptions,
  DownloadMethod,
  Method,
  PagedMethod,
  ProgressMethod,
  StreamMethod,
} from './runtime/types.ts'
import { hastyClock, type Reply, type ScriptedServer, scriptedServer } from './testing-server.ts'

/** One operation of each kind that is sent or repeated differently. */
const operations = {
  notes: {
    add: { verb: 'POST', path: '/api/v1/notes/add', retry: 'idempotent' },
    get: { verb: 'GET', path: '/api/v1/notes/get', retry: 'safe' },
  },
  mail: { send: { verb: 'POST', path: '/api/v1/mail/send', retry: 'unsafe' } },
  tasks: {
    list: {
      verb: 'GET',
      path: '/api/v1/tasks/list',
      retry: 'safe',
      paging: { argument: 'offset', next: 'next_offset' },
    },
  },
  routes: { nearest: { verb: 'GET', path: '/api/v1/routes/nearest', retry: 'safe', metered: true } },
  agent: { ask_named: { verb: 'POST', path: '/agent/{name}', retry: 'unsafe', bare: true, events: progress } },
  notify: { stream: { verb: 'GET', path: '/notify/stream', retry: 'safe', call: follow } },
  files: {
    download: { verb: 'GET', path: '/files/{id}', retry: 'safe', call: download },
    put: { verb: 'POST', path: '/api/v1/files/put', retry: 'unsafe', bytes: { content: { encoding: 'base64' } } },
  },
  url: {
    resolve: { verb: 'POST', path: '/v1/url/Resolve', retry: 'safe', bare: true },
    list: {
      verb: 'POST',
      path: '/v1/url/List',
      retry: 'safe',
      bare: true,
      paging: { argument: 'offset', next: 'nextOffset', list: 'urlPairs' },
    },
  },
} as const satisfies Operations

type AnyArgs = Record<string, unknown>
type AnyMethod = Method<AnyArgs, AnyArgs, AnyArgs>

interface TestClient {
  notes: { add: AnyMethod; get: AnyMethod }
  mail: { send: AnyMethod }
  tasks: { list: PagedMethod<AnyArgs, { items: number[]; next_offset?: number }> }
  routes: { nearest: AnyMethod }
  agent: { ask_named: ProgressMethod<AnyArgs, AnyArgs, AnyArgs> }
  notify: { stream: StreamMethod<AnyArgs> }
  files: { download: DownloadMethod<AnyArgs>; put: AnyMethod }
  url: {
    resolve: AnyMethod
    list: PagedMethod<AnyArgs, { urlPairs: number[]; nextOffset?: number }, AnyArgs, 'urlPairs'>
  }
}

const running: ScriptedServer[] = []

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()))
})

/** A server that sends these replies and is stopped after the test. */
export async function serverOf(...replies: Reply[]): Promise<ScriptedServer> {
  const server = await scriptedServer(...replies)
  running.push(server)
  return server
}

/** A client of the operations above. */
export function testClient(options: ClientOptions, hooks?: Hooks): TestClient {
  return buildClient(operations, options, hooks) as unknown as TestClient
}

/** A client whose delays are the shortest possible and pass at once, for a server that sends these replies. */
export async function clientOf(replies: Reply[], options: Partial<ClientOptions> = {}) {
  const server = await serverOf(...replies)
  const clock = hastyClock(options.timeoutMs ?? 60_000)
  const client = testClient({ baseUrl: server.baseUrl, ...options }, { clock, random: () => 0 })
  return { client, seen: server.seen, waits: clock.waits }
}

/** The error that a call fails with; throws if it succeeds. */
export async function failureOf(call: Promise<unknown>): Promise<OnedoorError> {
  return call.then(
    () => {
      throw new Error('The call was expected to fail')
    },
    (error) => error,
  )
}

export const busy: Reply = { status: 503, body: { error: 'The server is stopping.', code: 'unavailable' } }

export const limited: Reply = {
  status: 429,
  headers: { 'retry-after': '7' },
  body: { error: 'Slow down.', code: 'rate_limited' },
}
