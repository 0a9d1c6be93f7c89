import type { Request } from 'express'
import { readBody } from '#http/body.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { parseBody } from '#runtime/calls/arguments.ts'
import type { FormValues, SentFile } from '#runtime/kit/site.ts'

const capBytes = 64 * 1024

/** The values of a submitted form. */
export function sentForm(values: URLSearchParams): FormValues {
  return {
    text: (name) => values.get(name) ?? '',
    all: (name) => values.getAll(name),
    has: (name) => values.has(name),
  }
}

/** The body of a POST: a form, perhaps with a file that is still to be read, or JSON from a script of this server. */
export type Sent =
  | { readonly form: FormValues; readonly file?: SentFile | undefined; readonly json?: undefined }
  | { readonly form?: undefined; readonly file?: undefined; readonly json: unknown }

/**
 * Reads the body of a POST.
 *
 * @throws ApiError too_large, unsupported_media_type or invalid_argument
 */
export async function readSent(req: Request): Promise<Sent> {
  const type = req.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type === 'application/json') return { json: await parseBody(await readBody(req, capBytes, req.path)) }
  if (type !== undefined && type !== 'application/x-www-form-urlencoded') {
    throw new ApiError('unsupported_media_type', 'This address accepts only the form from its own page.')
  }
  const text = (await readBody(req, capBytes, req.path)).toString()
  const values = new URLSearchParams(text)
  for (const value of values.values()) {
    if (value.includes('\0')) throw new ApiError('invalid_argument', 'A field contains the character U+0000.')
  }
  return { form: sentForm(values) }
}
