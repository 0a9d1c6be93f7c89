import { constants } from 'node:fs'
import { access, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CliMethod } from '#generated/cli/index.ts'
import type { CallOptions, ClientOptions, OnedoorClient } from '#generated/client/index.js'
import { commandLineAgent } from '#runtime/base/command-line-agent.ts'
import type { Environment } from '#runtime/base/environment.ts'
import { rendered } from '../output/render.ts'
import { counted, note, printable, type Terminal, UsageError, writeJson } from '../output/terminal.ts'
import { sourcesOf } from './argument-sources.ts'
import { CallFailure, failureText } from './call-failure.ts'
import { argumentsOf, type Typed } from './read-arguments.ts'
import { type Connection, connectionOf } from './saved-login.ts'
import { kebab, quoted } from './spelling.ts'

const FIRST_AFTER_MS = 1000
/** Returns to the first column and clears the line. */
const CLEAR = '\r\u001B[K'

/** How a call is made and shown. */
export interface CallFlags {
  readonly output?: 'json' | 'text'
  readonly dryRun?: true
  readonly showToken?: true
  readonly allPages?: true
  /** Where to write the content of a file in the result: a path, or `-` for standard output. */
  readonly save?: string
  readonly idempotencyKey?: string
  readonly timeLimitS?: number
}

type CallResult = Record<string, unknown>

interface ClientMethod {
  (args: object, options: CallOptions): Promise<unknown>
  raw(args: object, options: CallOptions): Promise<unknown>
  all?(args: object, options: CallOptions): AsyncGenerator<unknown>
}

/**
 * Makes one call and writes its result to standard output.
 *
 * @throws UsageError, CallFailure
 */
export async function call(
  family: string,
  method: CliMethod,
  typed: Typed,
  flags: CallFlags,
  { terminal, env }: { terminal: Terminal; env: Environment },
): Promise<void> {
  const args = await argumentsOf(method, typed, sourcesOf(terminal)).catch((error) => {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${error.message}\n"onedoor ${family} ${method.name} --help" shows the usage.`)
  })
  if (method.deprecation) note(terminal, `Warning: ${deprecationText(`${family} ${method.name}`, method.deprecation)}`)
  const connection = await connectionOf(env)
  const options: CallOptions = {
    idempotencyKey: flags.idempotencyKey,
    timeoutMs: flags.timeLimitS === undefined ? undefined : flags.timeLimitS * 1000,
  }
  if (flags.dryRun) {
    const request = await caught(family, method, args, connection, options)
    terminal.stdout.write(`${curlOf(request, flags.showToken ?? false)}\n`)
    return
  }
  const saving = flags.save === undefined ? undefined : await savingTo(flags.save, terminal)
  const called = await methodOf(family, method, connection, payerOf(env))
  const endProgress = startProgress(terminal, `${family} ${method.name}`)
  let result: unknown
  try {
    result =
      flags.allPages && method.paging && called.all
        ? { [method.paging.list]: await all(called.all(args, options)) }
        : await called(args, options)
  } catch (error) {
    endProgress()
    throw await asCallFailure(error)
  }
  endProgress()
  if (saving && method.file) result = await saved(saving, method.file, result as Record<string, unknown>)
  if (result === undefined) return
  if ((flags.output ?? (terminal.stdout.isTTY ? 'text' : 'json')) === 'json') return writeJson(terminal, result)
  const width = terminal.stdout.isTTY ? (terminal.stdout.columns ?? 80) : undefined
  terminal.stdout.write(`${rendered(result, width, method.paging?.list)}\n`)
  const next = nextPage(method, result)
  if (next) note(terminal, `There are more entries. Add ${next} for the next page, or --all-pages for all entries.`)
}

function deprecationText(command: string, { since, end, instead }: NonNullable<CliMethod['deprecation']>): string {
  const other = instead === undefined ? '' : ` Use "onedoor ${instead.replace('.', ' ')}" instead.`
  return `"onedoor ${command}" was deprecated on ${since} and may be removed from ${end} on.${other}`
}

/** The client is loaded only for calls: help and completion start faster without it. */
async function methodOf(
  family: string,
  { name }: CliMethod,
  connection: Connection,
  extra: Partial<ClientOptions> = {},
) {
  const { createClient } = await import('#generated/client/index.js')
  const headers = { 'user-agent': commandLineAgent }
  const client = createClient({ baseUrl: connection.url, token: connection.token, headers, ...extra })
  return (client[family as keyof OnedoorClient] as unknown as Record<string, ClientMethod>)[name] as ClientMethod
}

/** Pays for a call that the server refuses without it, with the payment that the environment has. */
function payerOf({ ONEDOOR_PAYMENT }: Environment): Partial<ClientOptions> {
  return ONEDOOR_PAYMENT ? { pay: () => ({ 'PAYMENT-SIGNATURE': ONEDOOR_PAYMENT }) } : {}
}

/** The request of a call, without sending it. It has no generated idempotency key: it may be run twice. */
async function caught(
  family: string,
  method: CliMethod,
  args: object,
  connection: Connection,
  options: CallOptions,
): Promise<CaughtRequest> {
  let request: CaughtRequest | undefined
  const fetch = async (address: string, { method: verb = 'GET', headers, body }: RequestInit) => {
    request = { address, verb, headers: new Headers(headers), body: typeof body === 'string' ? body : undefined }
    return new Response('{}')
  }
  const called = await methodOf(family, method, connection, { fetch })
  await called.raw(args, { ...options, retries: 0 })
  return (request as CaughtRequest | undefined) ?? Promise.reject(new Error('The client did not make a request.'))
}

async function all(entries: AsyncGenerator<unknown>): Promise<unknown[]> {
  const items: unknown[] = []
  for await (const entry of entries) items.push(entry)
  return items
}

async function asCallFailure(error: unknown): Promise<unknown> {
  const { OnedoorError } = await import('#generated/client/index.js')
  if (!(error instanceof OnedoorError)) return error
  return new CallFailure(failureText(error), error.code === 'invalid_argument', error)
}

/** Saves the file in the result. Returns the rest of the result to show, or undefined when the file itself was shown. */
async function saved(saving: Saving, { content, encoding }: NonNullable<CliMethod['file']>, result: CallResult) {
  const { [content]: text, ...rest } = result
  const isBase64 = encoding !== undefined && rest[encoding] === 'base64'
  await saving.write(Buffer.from(String(text), isBase64 ? 'base64' : 'utf8'))
  if (saving.isShown) return undefined
  return Object.fromEntries(Object.entries(rest).filter(([name]) => name !== encoding))
}

/** The option for the next page. */
function nextPage({ paging }: CliMethod, result: unknown): string | undefined {
  if (!paging || typeof result !== 'object' || result === null) return undefined
  const value = (result as CallResult)[paging.next]
  return value === undefined ? undefined : `--${kebab(paging.argument)} ${value}`
}

/** A request of the client that was not sent. */
interface CaughtRequest {
  readonly address: string
  readonly verb: string
  readonly headers: Headers
  readonly body: string | undefined
}

/** What the client says of itself and of one request: curl says its own. */
const ownHeaders = new Set(['user-agent', 'x-request-id'])

/**
 * The request as a curl command for a POSIX shell.
 *
 * @param showsToken otherwise the command uses the variable ONEDOOR_TOKEN, so that it contains no secret
 */
function curlOf({ address, verb, headers, body }: CaughtRequest, showsToken: boolean): string {
  const lines = [
    `curl ${verb === 'GET' ? '' : `-X ${verb} `}${quoted(address)}`,
    ...[...headers]
      .filter(([name]) => !ownHeaders.has(name))
      .map(([name, value]) =>
        name === 'authorization' && !showsToken
          ? '-H "authorization: Bearer $ONEDOOR_TOKEN"'
          : `-H ${quoted(`${name}: ${value}`)}`,
      ),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}

/** Where the content of a result goes. */
interface Saving {
  /** It goes to standard output, which then contains nothing else. */
  readonly isShown: boolean
  write(bytes: Buffer): Promise<void>
}

/**
 * A file for the content of a result, or standard output for `-`. Its folder is checked before the call, which may cost
 * something.
 *
 * @throws UsageError when the folder cannot be written to, or when bytes would go to a terminal
 */
async function savingTo(file: string, terminal: Terminal): Promise<Saving> {
  if (file === '-') {
    if (terminal.stdout.isTTY) throw new UsageError('--save - writes the content itself. Name a file, or add | or >.')
    return { isShown: true, write: async (bytes) => void terminal.stdout.write(bytes) }
  }
  await access(dirname(file), constants.W_OK).catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'the folder does not exist' : error.message
    throw new UsageError(`--save cannot write ${file}: ${reason}.`)
  })
  return {
    isShown: false,
    async write(bytes) {
      await writeFile(file, bytes)
      note(terminal, `Saved ${counted(bytes.length, 'byte')} to ${printable(file)}.`)
    },
  }
}

/**
 * Shows on a terminal that a call is still running, every second.
 *
 * @returns stops it and clears the line
 */
export function startProgress({ stderr }: Terminal, what: string): () => void {
  if (!stderr.isTTY) return () => undefined
  let seconds = 0
  const timer = setInterval(() => {
    seconds += 1
    stderr.write(`${CLEAR}${what} … ${seconds} s (Ctrl-C gives up)`)
  }, FIRST_AFTER_MS)
  return () => {
    clearInterval(timer)
    if (seconds > 0) stderr.write(CLEAR)
  }
}
