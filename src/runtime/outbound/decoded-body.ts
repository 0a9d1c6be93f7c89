import { PassThrough, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutboundFailure } from './failure.ts'

/** The encodings that requests accept. */
export const acceptEncoding = 'gzip, br'

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  identity: () => new PassThrough(),
}

/**
 * The body of a response without its content encoding. It fails as soon as the received or the decoded bytes exceed
 * `maxBytes`, so that a small body that decodes to a huge one does not fill the memory.
 *
 * @param encoding the Content-Encoding header
 * @param who sent it, as the subject of a sentence
 * @throws OutboundFailure too_large or content_type, also while it is read
 */
export async function* decodedBody(
  raw: Readable,
  { encoding, maxBytes, who }: { encoding: string | undefined; maxBytes: number; who: string },
): AsyncGenerator<Uint8Array, void, undefined> {
  const name = encoding?.trim().toLowerCase() || 'identity'
  const createDecoder = decoders[name]
  if (!createDecoder) {
    raw.destroy()
    throw new OutboundFailure('content_type', `${who} sent a response in an encoding that is not supported.`)
  }
  if (name === 'identity') {
    yield* bounded(raw, maxBytes, who)
    return
  }
  const decoder = createDecoder()
  raw.on('error', (error) => decoder.destroy(error))
  let arrived = 0
  raw.on('data', (chunk: Uint8Array) => {
    arrived += chunk.length
    if (arrived > maxBytes) decoder.destroy(tooLarge(maxBytes, who))
  })
  raw.pipe(decoder)
  try {
    yield* bounded(decoder, maxBytes, who)
  } finally {
    raw.destroy()
    decoder.destroy()
  }
}

async function* bounded(body: Readable, maxBytes: number, who: string): AsyncGenerator<Uint8Array, void, undefined> {
  let total = 0
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    total += chunk.length
    if (total > maxBytes) throw tooLarge(maxBytes, who)
    yield chunk
  }
}

/** The failure for a body that is too large. */
export function tooLarge(maxBytes: number, who: string): OutboundFailure {
  const size =
    maxBytes >= 1024 * 1024 ? `${Math.round(maxBytes / 1024 / 1024)} MiB` : `${Math.ceil(maxBytes / 1024)} KiB`
  return new OutboundFailure('too_large', `${who} sent more than the maximum of ${size}.`)
}
