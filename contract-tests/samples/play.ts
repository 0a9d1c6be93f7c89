import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sampleUrl } from '../../src/runtime/base/openapi.ts'
import { checkBody } from '../../src/testing/check-response.ts'
import { paymentOf } from '../../src/testing/payments.ts'
import { bareEnv } from '../../src/testing/program.ts'
import type { OperationFacts } from '../../tools/codegen/operations.ts'
import { sendsToken } from '../../tools/codegen/targets/samples/access.ts'
import type { LanguageName } from '../../tools/codegen/targets/samples/index.ts'
import { clientOf, exampleOf, methods } from '../document.ts'
import type { Report } from '../report.ts'
import { differences } from './compare.ts'
import { prepared, withValues } from './preparation.ts'
import { publishedIn } from './published.ts'
import { bodyOf } from './results.ts'
import { type Compiled, toolchains } from './toolchains.ts'
import { varyingPlaces } from './varying.ts'

const run = promisify(execFile)
const runLimitMs = 120_000
const maxOutputBytes = 16 * 1024 * 1024
const concurrency = 2
/** Of a difference, as much as helps to find it. */
const maxLineLength = 300

/** A server for samples, with an account that has what stand-ins of providers know. */
export interface SampleServer {
  readonly baseUrl: string
  readonly username: string
  tokenOf(operation: OperationFacts): string
  /** A new token for everything. */
  newToken(): Promise<string>
  /** Its time so much later, RFC 3339. */
  later(laterMs: number): string
}

/** A sample for this server: its records exist. */
interface Ready {
  readonly operation: OperationFacts
  readonly text: string
  /** The example's values that were replaced. */
  readonly values: ReadonlyMap<string, string>
}

/**
 * Runs the samples of operations in a language and compares what they print with the document: first creates the records
 * that they need, then compiles all, then runs them; those that delete records run last.
 */
export async function playLanguage(
  report: Report,
  language: LanguageName,
  operations: readonly OperationFacts[],
  server: SampleServer,
): Promise<void> {
  const ready: Ready[] = []
  for (const { operation, text } of publishedIn(language, operations)) {
    try {
      ready.push(await readied(operation, text, server))
    } catch (failure) {
      await report.check(`${operation.id} in ${language}`, () => Promise.reject(failure))
    }
  }
  const folder = await mkdtemp(join(tmpdir(), 'onedoor-samples-'))
  try {
    const texts = new Map(ready.map(({ operation, text }) => [operation.id, text]))
    const compiled = await toolchains[language].compile(folder, texts)
    for (const isLast of [false, true]) {
      const batch = ready.filter(({ operation: { method } }) => (method === 'delete') === isLast)
      await inParallel(batch, (sample) =>
        report.check(`${sample.operation.id} in ${language}`, async () => {
          // A client of MCP that has read text by others needs approvals, so each sample is a separate client.
          const token = language === 'mcp' ? await server.newToken() : server.tokenOf(sample.operation)
          const output = await printedBy(compiled, sample, folder, token)
          compare(bodyOf(language, sample.operation, output), sample, server)
        }),
      )
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function readied(operation: OperationFacts, text: string, server: SampleServer): Promise<Ready> {
  const onedoor = clientOf(server.baseUrl, server.tokenOf(operation))
  const values = await prepared(operation.id, onedoor, exampleOf(operation), server.later)
  if (sendsTo(text) !== sampleUrl) throw new Error(`The sample does not call ${sampleUrl}:\n${text}`)
  return { operation, text: withValues(text, values).replaceAll(sampleUrl, server.baseUrl), values }
}

function sendsTo(text: string): string | undefined {
  return /http:\/\/localhost:\d+/.exec(text)?.[0]
}

async function printedBy(
  { command, env }: Compiled,
  { operation }: Ready,
  folder: string,
  token: string,
): Promise<string> {
  const [program, ...args] = command(operation.id)
  const own = {
    ...bareEnv,
    ...env,
    HOME: folder,
    ...(sendsToken(operation) && { ONEDOOR_TOKEN: token }),
    ...(operation.topUp && { ONEDOOR_PAYMENT: paymentOf(Number(exampleOf(operation).credits)) }),
  }
  const options = { cwd: folder, env: own, timeout: runLimitMs, maxBuffer: maxOutputBytes }
  const { stdout } = await run(program, args, options).catch(({ message, stderr, stdout }) => {
    throw new Error(`failed: ${[stderr, stdout].find(Boolean) ?? message}`)
  })
  return stdout
}

function compare(body: unknown, { operation, values }: Ready, { baseUrl, username }: SampleServer): void {
  const { id, formOf = id } = operation
  checkBody(id, 200, body)
  const documented = methods.find((method) => method.id === formOf)?.example.body
  const found = differences(documented, body, { baseUrl, username, values }, varyingPlaces(formOf))
  if (found.length > 0)
    throw new Error(
      `differs from the documented result:\n  ${found.map((line) => line.slice(0, maxLineLength)).join('\n  ')}`,
    )
}

async function inParallel<T>(items: readonly T[], task: (item: T) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]()
  const work = async () => {
    for (const item of left) await task(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}
