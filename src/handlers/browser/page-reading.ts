import { z } from 'zod'
import { ApiError } from '#runtime/base/errors.ts'
import { storable } from '#runtime/base/text/storable-text.ts'

export const maxHeight = 16_384
export const maxPngBytes = 32 * 1024 * 1024
export const maxTitleLength = 1000
export const maxTextLength = 400_000
/** The longest address that Chromium loads. */
const maxAddressLength = 2 * 1024 * 1024

const loaded = z.object({
  url: z
    .string()
    .max(maxAddressLength)
    .refine((url) => URL.canParse(url)),
  status: z.int().min(0).max(999),
  documentMs: z.number(),
  usedMs: z.number(),
})

const reading = loaded.extend({ title: z.string().max(maxTitleLength), text: z.string().max(maxTextLength) })
const picture = reading.extend({
  png: z.instanceof(Uint8Array).refine(({ length }) => length <= maxPngBytes),
  height: z.int().min(1).max(maxHeight),
  isTruncated: z.boolean(),
})

/** What is known of any page that has loaded. @throws ApiError upstream_failed */
export const readLoaded = (result: unknown) => checked(loaded, result)

/**
 * The title and the visible text of a page.
 *
 * @throws ApiError upstream_failed
 */
export function readReading(result: unknown) {
  return cleaned(checked(reading, result))
}

/** The same, and its picture. @throws ApiError upstream_failed */
export function readPicture(result: unknown) {
  return cleaned(checked(picture, result))
}

/** What comes from the process of a browser is input: a page may have had a hand in it. */
function checked<T>(schema: z.ZodType<T>, result: unknown): T {
  const { success, data, error } = schema.safeParse(result)
  if (success) return data
  throw new ApiError('upstream_failed', 'The browser returned something other than a page.', { cause: error })
}

function cleaned<T extends { readonly title: string; readonly text: string }>(result: T): T {
  return {
    ...result,
    title: storable(result.title).trim(),
    text: storable(result.text)
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .replace(/\n{3,}/g, '\n\n'),
  }
}
