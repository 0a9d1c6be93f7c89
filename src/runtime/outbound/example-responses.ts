import { once } from '../base/once.ts'
import type { ProviderDescription } from './description.ts'
import { OutboundFailure } from './failure.ts'
import type { ProviderCall } from './provider.ts'
import { addressOf, type WireAnswer } from './provider-wire.ts'

/** The example payloads of a provider as responses, for PROVIDERS=examples. */
export function createExampleAnswers(description: ProviderDescription) {
  const examples = once(async () => (await description.examples?.()) ?? (() => undefined))
  return {
    /** @throws OutboundFailure not_configured for a request that has no example */
    async answer(call: ProviderCall, nowMs: number): Promise<WireAnswer> {
      const url = addressOf('http://example.invalid', call.path, call.query)
      const { json, body } = call
      const sent = json === undefined ? (typeof body === 'string' ? body : undefined) : JSON.stringify(json)
      const request = { method: call.method, path: url.pathname, query: url.searchParams, body: sent }
      const example = (await examples())(request, nowMs)
      if (!example) {
        throw new OutboundFailure(
          'not_configured',
          `${description.nameInSentence ?? description.source} has no example for these arguments. Unset PROVIDERS=examples to use the real provider.`,
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
