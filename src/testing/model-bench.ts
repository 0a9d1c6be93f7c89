import { Writable } from 'node:stream'
import { afterAll, afterEach, expect } from 'vitest'
import { ApiError } from '../runtime/base/errors.ts'
import { createLog } from '../runtime/base/log.ts'
import { Registry } from '../runtime/base/metrics.ts'
import { readSettings } from '../runtime/base/setting.ts'
import { Models, type ModelsOptions } from '../runtime/outbound/models/models.ts'
import { modelSettings } from '../runtime/outbound/models/settings.ts'
import type { ModelRequest } from '../runtime/outbound/models/types.ts'
import { type ModelProvider, startModelProvider } from './model-provider/index.ts'
import { createTestOutbound } from './outbound.ts'

/** The models of one configuration, and their traces. */
export interface Bench {
  readonly models: Models
  readonly metrics: Registry
  readonly lines: string[]
  /** What the base of all providers logged. */
  readonly outboundLines: readonly string[]
  /** A request with defaults for the fields that a test does not need. */
  ask(request?: Partial<ModelRequest>): ModelRequest
}

/** A provider for the tests of one file, and models with the given environment variables; both are closed at its end. */
export async function modelsForTests(): Promise<{
  provider: ModelProvider
  bench(env: Record<string, string>, options?: Partial<ModelsOptions>): Bench
}> {
  const provider = await startModelProvider()
  const closing: { close(): Promise<void> }[] = []
  afterAll(async () => {
    for (const each of closing) await each.close()
    await provider.stop()
  })
  afterEach(() => provider.idle())
  function bench(env: Record<string, string>, options: Partial<ModelsOptions> = {}): Bench {
    const { values, faults } = readSettings(modelSettings, env)
    expect(faults).toEqual([])
    const metrics = new Registry()
    const lines: string[] = []
    const output = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    const log = createLog({ logLevel: 'info' }, output)
    const outbound = createTestOutbound()
    closing.push(outbound)
    const models = new Models({ config: values, metrics, outbound, ...options })
    const ask = (request: Partial<ModelRequest> = {}): ModelRequest => ({
      purpose: 'text',
      subject: 'acct_1',
      payer: undefined,
      instructions: 'Answer shortly.',
      messages: [{ role: 'user', text: 'Is it so?' }],
      signal: new AbortController().signal,
      log,
      ...request,
    })
    return { models, metrics, lines, outboundLines: outbound.logged, ask }
  }
  return { provider, bench }
}

/**
 * The ApiError that a promise rejects with.
 *
 * @throws Error if it does not fail, or with anything else
 */
export async function failure(promise: Promise<unknown>): Promise<ApiError> {
  const thrown = await promise.then(
    (value) => Promise.reject(new Error(`should have failed, but returned ${JSON.stringify(value)}`)),
    (error: unknown) => error,
  )
  if (!(thrown instanceof ApiError)) throw thrown
  return thrown
}
