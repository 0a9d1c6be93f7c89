import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Asker } from '#runtime/base/asker.ts'
import { ApiError } from '#runtime/base/errors.ts'
import type { ProviderDescription } from '#runtime/outbound/description.ts'
import { OutboundFailure } from '#runtime/outbound/failure.ts'
import type { Outbound } from '#runtime/outbound/outbound.ts'
import type { Provider } from '#runtime/outbound/provider.ts'
import { imageSettings } from '../settings.ts'

/** A picture of 1024 by 1024 as PNG, in base64; models send up to 4 MB. */
const maxBytes = 16 * 1024 * 1024
/** How long a model may take for a picture. */
const timeoutMs = 150_000

const withoutKey: ProviderDescription = {
  name: 'images',
  source: 'the server at IMAGES_BASE_URL',
  nameInSentence: 'The image model',
  baseUrl: imageSettings.imagesBaseUrl,
  maxRunning: 4,
  timeoutMs,
  maxBytes,
  examples: async () => (await import('./image-model-examples.ts')).imageModelExamples,
}

const withKey: ProviderDescription = { ...withoutKey, key: { setting: imageSettings.imagesApiKey } }

/** The image model, with its key if there is one. */
export function imageModelOf({ imagesApiKey }: { readonly imagesApiKey: string | undefined }): ProviderDescription {
  return imagesApiKey === undefined ? withoutKey : withKey
}

const picture = z.object({ b64_json: z.string().nullish(), url: z.string().nullish() })
const generation = z.object({
  /** A server that takes longer than a request may returns an id to poll. */
  id: z.string().max(200).nullish(),
  status: z.string().nullish(),
  data: z.array(picture).nullish(),
  error: z.unknown().optional(),
})

type Generation = z.output<typeof generation>

const unfinished: ReadonlySet<string> = new Set([
  'queued',
  'pending',
  'processing',
  'in_progress',
  'running',
  'starting',
])
/** What providers call it when they refuse a prompt. */
const refusal = /content.?polic|moderation|safety|content.?filter|responsible|not.?allowed/i

interface ImageModelOptions {
  readonly provider: Provider
  readonly outbound: Pick<Outbound, 'fetch'>
  readonly settings: { readonly imagesBaseUrl: string | undefined; readonly imagesModel: string | undefined }
  /** Waits between two polls; replaced in tests only. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
}

const pollMs = 2000
const maxPolls = timeoutMs / pollMs

/** Generates pictures with a model behind the images API of OpenAI. */
export class ImageModel {
  readonly #options: Required<ImageModelOptions>

  constructor(options: ImageModelOptions) {
    this.#options = { wait: (ms, signal) => delay(ms, undefined, { signal }), ...options }
  }

  get isConfigured(): boolean {
    return this.#options.provider.isConfigured
  }

  /**
   * @returns the bytes of a picture in any format
   * @throws OutboundFailure; ApiError failed_precondition for a prompt that the model refuses
   */
  async generate(prompt: string, asker: Asker): Promise<Uint8Array> {
    const { provider, settings } = this.#options
    provider.checkConfigured()
    const model = settings.imagesModel
    const json = { ...(model === undefined ? {} : { model }), prompt, n: 1, size: '1024x1024' }
    const begun = await provider
      .call(asker, { method: 'POST', path: '/images/generations', json, reader: { json: generation } })
      .catch(throwRefused)
    const finished = await this.#finished(begun, asker)
    const [first] = finished.data ?? []
    if (first?.b64_json) return Buffer.from(first.b64_json, 'base64')
    if (first?.url) return this.#fetched(first.url, asker)
    if (refusal.test(JSON.stringify(finished.error ?? ''))) throw refused()
    throw noPicture()
  }

  async #finished(begun: Generation, asker: Asker): Promise<Generation> {
    let latest = begun
    for (let poll = 0; latest.id && unfinished.has(latest.status?.toLowerCase() ?? ''); poll++) {
      if (poll >= maxPolls) {
        throw new OutboundFailure('timeout', 'The image model did not finish the picture in time. Try again later.')
      }
      await this.#options.wait(pollMs, asker.signal)
      const path = `/images/generations/${encodeURIComponent(latest.id)}`
      latest = await this.#options.provider.call(asker, { method: 'GET', path, reader: { json: generation } })
    }
    return latest
  }

  /** The addresses of providers expire: the picture is fetched at once. */
  async #fetched(url: string, asker: Asker): Promise<Uint8Array> {
    const { provider, outbound, settings } = this.#options
    const base = `${settings.imagesBaseUrl}/`
    if (url.startsWith(base)) {
      const reader = { accept: ['image/*', 'application/octet-stream'], bytes: (bytes: Buffer) => bytes }
      return provider.call(asker, { method: 'GET', path: url.slice(base.length - 1), reader })
    }
    const { bytes } = await outbound.fetch(asker, url, { maxBytes, timeoutMs: 60_000 }).catch((cause: unknown) => {
      asker.signal.throwIfAborted()
      // The address is the provider's, not an argument of the caller.
      throw new OutboundFailure('payload', 'The picture that the image model generated could not be fetched.', {
        cause,
      })
    })
    return bytes
  }
}

function throwRefused(failure: unknown): never {
  const isRefusal =
    failure instanceof OutboundFailure &&
    [400, 403, 422].includes(failure.upstreamStatus ?? 0) &&
    refusal.test(failure.upstreamBody ?? '')
  throw isRefusal ? refused(failure) : failure
}

function refused(cause?: unknown): ApiError {
  return new ApiError('failed_precondition', 'The image model refused this prompt. Nothing was charged.', { cause })
}

function noPicture(): OutboundFailure {
  return new OutboundFailure('payload', 'The image model returned no picture. Try again later.')
}
