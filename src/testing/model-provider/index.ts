import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { apiOf, type ReceivedRequest, readRequest } from './requests.ts'
import {
  type ModelApi,
  type ScriptedFinish,
  type ScriptedTool,
  type ScriptedUsage,
  type WireFormat,
  wireFormats,
} from './wire.ts'

export type { ReceivedRequest } from './requests.ts'
export type { ModelApi, ScriptedTool } from './wire.ts'

/** The response of the stand-in to one request. */
export type Scripted =
  | {
      readonly text?: string
      readonly reasoning?: string
      readonly tools?: readonly ScriptedTool[]
      readonly finish?: ScriptedFinish
      /** `none`: the provider does not count. */
      readonly usage?: ScriptedUsage | 'none'
      /** The connection is cut after the text. */
      readonly isCut?: boolean
      /** An error follows after the text, in the stream. */
      readonly error?: string
    }
  /** An error response. */
  | { readonly status: number; readonly message?: string; readonly headers?: Readonly<Record<string, string>> }
  /** Bytes that are no answer in any format. */
  | { readonly raw: string }
  /** The same text again and again, as fast as it is read. */
  | { readonly endless: string }
  /** The head of a response and some text, then nothing more. */
  | { readonly stalled: string }
  /** No response. */
  | { readonly silent: true }

export type Responder = (request: ReceivedRequest) => Scripted

/** A provider of models on loopback that speaks the formats of OpenAI, Anthropic and Google, and returns scripted responses. */
export interface ModelProvider {
  readonly url: string
  /** The settings of a server that uses it. */
  settings(api: ModelApi): Record<string, string>
  readonly requests: readonly ReceivedRequest[]
  /** The connections on which it has not finished its answer. */
  readonly unfinished: number
  /** Answers the next requests by these, one after the other, then as before. */
  script(...answers: readonly (Scripted | Responder)[]): void
  /** Resolves when a request has come that was not there before. */
  nextRequest(): Promise<ReceivedRequest>
  /** Resolves when no answer is being written. */
  idle(): Promise<void>
  stop(): Promise<void>
}

const usualUsage: ScriptedUsage = { input: 100, output: 20 }
const piece = 7

/**
 * Starts the stand-in.
 *
 * @param usually the response to requests without a script
 */
export async function startModelProvider(usually: Responder = () => ({ text: 'Yes.' })): Promise<ModelProvider> {
  const requests: ReceivedRequest[] = []
  const scripted: (Scripted | Responder)[] = []
  const arrivals: ((request: ReceivedRequest) => void)[] = []
  const idlers: (() => void)[] = []
  let unfinished = 0

  const server = createServer((req, res) => {
    unfinished += 1
    res.once('close', () => {
      unfinished -= 1
      if (unfinished === 0) for (const resolve of idlers.splice(0)) resolve()
    })
    void handle(req, res)
  })

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname } = new URL(req.url ?? '/', 'http://stand-in')
    const api = apiOf(pathname)
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    if (!api) return void res.writeHead(404).end('{"error":{"message":"no such path"}}')
    const request = readRequest(api, pathname, req.headers, JSON.parse(Buffer.concat(chunks).toString()))
    requests.push(request)
    for (const resolve of arrivals.splice(0)) resolve(request)
    const next = scripted.shift() ?? usually
    await answer(typeof next === 'function' ? next(request) : next, request, wireFormats[api](), res)
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    requests,
    settings: (api) => settingsOf(api, url),
    get unfinished() {
      return unfinished
    },
    script: (...answers) => void scripted.push(...answers),
    nextRequest: () => new Promise((resolve) => arrivals.push(resolve)),
    idle: async () => {
      if (unfinished > 0) await new Promise<void>((resolve) => idlers.push(resolve))
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

function settingsOf(api: ModelApi, url: string): Record<string, string> {
  const provider = api === 'openai' ? 'openai-compatible' : api
  const path = api === 'google' ? '/v1beta' : '/v1'
  return {
    MODEL_PROVIDER: provider,
    MODEL_NAME: 'stand-in-1',
    MODEL_BASE_URL: url + path,
    MODEL_API_KEY: 'sk-stand-in-secret',
  }
}

async function answer(how: Scripted, { model }: ReceivedRequest, wire: WireFormat, res: ServerResponse): Promise<void> {
  if ('silent' in how) return
  if ('status' in how) {
    res.writeHead(how.status, { 'Content-Type': 'application/json', ...how.headers })
    return void res.end(wire.error(how.status, how.message ?? 'It failed, as the test requires.'))
  }
  res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' })
  if ('raw' in how) return void res.end(how.raw)
  res.write(wire.begin(model))
  if ('stalled' in how) return void res.write(wire.text(how.stalled))
  if ('endless' in how) return writeForever(wire.text(how.endless), res)
  const { text = '', reasoning, tools = [], isCut, error, usage = usualUsage } = how
  if (reasoning !== undefined) res.write(wire.reasoning(reasoning))
  for (const each of piecesOf(text)) res.write(wire.text(each))
  if (isCut) return void res.write('', () => res.destroy())
  if (error !== undefined) return void res.end(wire.errorEvent(error))
  tools.forEach((tool, index) => void res.write(wire.tool(index, tool)))
  const finish = how.finish ?? (tools.length > 0 ? 'tool_calls' : 'stop')
  res.end(wire.end(finish, usage === 'none' ? undefined : usage))
}

/** In small pieces that do not cut a character in two. */
function piecesOf(text: string): string[] {
  if (text.length > 10_000) return [text]
  return text.match(new RegExp(`[\\s\\S]{1,${piece}}`, 'gu')) ?? []
}

async function writeForever(text: string, res: ServerResponse): Promise<void> {
  while (!res.destroyed) {
    if (!res.write(text)) await Promise.race([once(res, 'drain'), once(res, 'close')]).catch(() => undefined)
    else await new Promise((resolve) => setImmediate(resolve))
  }
}
