import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import type { Request, Response } from 'express'
import { lingerAfter } from '#http/body.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { truncate } from '#runtime/base/text/quote.ts'
import type { UploadPlace } from '#runtime/kit/site.ts'
import type { Arrival, IncomingBytes } from '#runtime/limits/incoming-bytes.ts'
import { type Sent, sentForm } from './form-data.ts'
import { accountOf } from './visitor.ts'

const mebibyte = 1024 * 1024

/** The maximum of fields in a form with a file: more than ours have. */
const bounds = { files: 1, fields: 20, fieldNameSize: 100, fieldSize: 16 * 1024, parts: 30, headerPairs: 20 }

/**
 * Reads a form with a file: first its fields, then the file as a stream, so that it is not buffered in memory. Fields
 * after the file are dropped.
 *
 * @throws ApiError invalid_argument for anything else than such a form, too_large for a field that is too long
 */
function readUpload(req: Request, maxFieldBytes: number | undefined, arrival: Arrival): Promise<Sent> {
  const values = new URLSearchParams()
  const parser = parserOf(req, maxFieldBytes)
  return new Promise((resolve, reject) => {
    parser.on('field', (name, value, _isNameCut, isCut) => {
      if (isCut) reject(new ApiError('too_large', `The field ${truncate(name, 100)} is too long.`))
      else values.append(name, value)
    })
    parser.on('file', (_field, stream, name) => {
      const file = { name: name ?? '', content: contentOf(req, stream, arrival) }
      // A form whose file was not chosen sends one without name.
      if (file.name === '') stream.resume()
      else resolve({ form: sentForm(values), file })
    })
    parser.on('finish', () => resolve({ form: sentForm(values), file: undefined }))
    parser.on('error', (cause) => reject(unreadable(cause)))
    req.on('close', () => {
      if (!req.complete) reject(unreadable())
    })
    req.pipe(parser)
  })
}

/** The maximum size of a form without its file. */
const formBytes = 64 * 1024

export type Uploads = ReturnType<typeof createUploads>

/**
 * Where forms with a file may be sent. Their size must be announced, and counts as incoming until the response is sent.
 *
 * @param places below `/settings`
 */
export function createUploads(places: readonly UploadPlace[], arriving: IncomingBytes) {
  const placeOf = (req: Request) => places.find(({ path }) => req.originalUrl.split('?', 1)[0] === `/settings${path}`)
  return {
    isUpload: (req: Request) =>
      placeOf(req) !== undefined && /^multipart\/form-data\b/i.test(req.headers['content-type'] ?? ''),
    /** Reads the form as far as its file. */
    async read(req: Request, res: Response) {
      const { maxBytes, maxFieldBytes } = placeOf(req) as UploadPlace
      const announced = Number(req.headers['content-length'] ?? Number.NaN)
      if (!(announced <= maxBytes + formBytes)) {
        refuseUnread(req, res)
        throw new ApiError(
          'too_large',
          `A file can be at most ${maxBytes / mebibyte} MiB, and the request must state its size in Content-Length.`,
        )
      }
      const arrival = arriving.begin(accountOf(res).id, announced)
      res.once('close', () => arrival.end())
      return readUpload(req, maxFieldBytes, arrival)
    },
  }
}

/** A body that is too large is not read to its end: the connection closes after the response. */
function refuseUnread(req: Request, res: Response): void {
  res.setHeader('Connection', 'close')
  lingerAfter(req)
}

function parserOf(req: Request, maxFieldBytes = bounds.fieldSize): Busboy {
  try {
    return new Busboy({
      headers: { ...req.headers, 'content-type': req.headers['content-type'] ?? '' },
      limits: { ...bounds, fieldSize: maxFieldBytes },
    })
  } catch (cause) {
    throw unreadable(cause)
  }
}

/** The bytes of the file. They end with an error if the request breaks off, or the server receives too many bytes. */
async function* contentOf(req: Request, stream: BusboyFileStream, arrival: Arrival): AsyncGenerator<Uint8Array> {
  const cut = () => stream.destroy(unreadable())
  req.on('aborted', cut)
  req.on('error', cut)
  try {
    // Not destroyed: a stream that ends early would keep the rest of the request unread.
    for await (const piece of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      arrival.take(piece.length)
      yield piece
    }
  } finally {
    req.off('aborted', cut)
    req.off('error', cut)
    // The rest is dropped, so that the response can be sent on this connection.
    stream.resume()
  }
}

function unreadable(cause?: unknown): ApiError {
  return new ApiError('invalid_argument', 'The form was not received completely. Send it again.', {
    cause,
  })
}
