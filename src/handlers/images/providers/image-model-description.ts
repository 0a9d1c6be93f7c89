import type { ProviderDescription } from '#runtime/outbound/description.ts'
import { imageSettings } from '../settings.ts'

/** A picture of 1024 by 1024 as PNG, in base64; models send up to 4 MB. */
export const maxBytes = 16 * 1024 * 1024
/** A model may take that long over a picture. */
export const timeoutMs = 150_000

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
