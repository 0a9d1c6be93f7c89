import { setTimeout as pause } from 'node:timers/promises'
import { once } from '../base/once.ts'
import type { Deadline } from './deadline.ts'
import type { ProviderDescription } from './description.ts'
import { OutboundFailure, unreachable } from './failure.ts'
import type { ProviderCall } from './provider.ts'
import { addressOf, type WireAnswer } from './provider-wire.ts'

/** What goes wrong with the next request to a provider, by its name; undefined if nothing does. */
export type ProviderTrouble = (provider: string) => 'down' | { readonly delayMs: number } | undefined

/** When to retry, as after a failure for which a provider gives no time. */
const retryAfterS = 15

/**
 * The example payloads of a provider as responses, for PROVIDERS=examples.
 *
 * @param troubleOf what goes wrong instead
 */
export function createExampleAnswers(description: ProviderDescription, troubleOf?: ProviderTrouble) {
  const who = description.nameInSentence ?? description.source
  const examples = once(async () => (await description.examples?.()) ?? (() => undefined))
  return {
    /** @throws OutboundFailure not_configured for a request that has no example, network or timeout in trouble */
    async answer(call: ProviderCall, nowMs: number, deadline: Deadline): Promise<WireAnswer> {
      const trouble = troubleOf?.(description.name)
      if (trouble === 'down') throw unreachable(who).withRetryAfter(retryAfterS)
      if (trouble) {
        await pause(trouble.delayMs, undefined, { ref: false, signal: deadline.signal }).catch((failure: unknown) => {
          throw deadline.failure(who, failure)
        })
      }
      const url = addressOf('http://example.invalid', call.path, call.query)
      const { json, body } = call
      const sent = json === undefined ? (typeof body === 'string' ? body : undefined) : JSON.stringify(json)
      const request = { method: call.method, path: url.pathname, query: url.searchParams, body: sent }
      const example = (await examples())(request, nowMs)
      if (!example) {
        throw new OutboundFailure(
          'not_configured',
          `${who} has no example for these arguments. Unset PROVIDERS=examples to use the real provider.`,
        )
      }
      const bytes = Buffer.from(example.json === undefined ? (example.body ?? '') : JSON.stringify(example.json))
      const contentType = example.contentType ?? 'application/json'
      return {
        url,
        status: example.status ?? 200,
        headers: { 'content-type': contentType },
        contentType,
        body: (async function* () {
          yield bytes
        })(),
        bytes: async () => bytes,
        close: () => undefined,
      }
    },
  }
}

/** Responds instead of a provider. */
export type ExampleAnswers = ReturnType<typeof createExampleAnswers>
