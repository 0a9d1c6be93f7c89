import type { Result } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { parseUrl } from '#runtime/base/parse-url.ts'

export type Collection = Result<'islam.read'>['collection']

/** The location of a passage in a collection. */
export interface PassagePath {
  /** Such as `/quran/2/255`. */
  readonly path: string
  readonly collection: Collection
  /** The rest of the path: numbers, or the slug that the site uses. */
  readonly parts: readonly string[]
}

/** Addresses on this site are also accepted as paths. */
export const site = 'https://aslam.org'

const number = /^[1-9]\d{0,5}$/
const slug = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/i
/** The rest of the path in each collection. */
const shapes: Readonly<Record<Collection, readonly (RegExp | string)[]>> = {
  quran: [number, number],
  hadith: [number],
  names: [number],
  salihin: [number],
  ghazali: [slug],
  islamqa: [slug],
  adhkar: [slug],
  seerah: ['page', number],
}
const collections = Object.keys(shapes) as Collection[]

/**
 * Parses a path, or an address on the site. Nothing is decoded or resolved: a path that would need it is rejected.
 *
 * @throws ApiError invalid_argument for a path of another form, and for an address elsewhere
 */
export function passagePath(text: string): PassagePath {
  const path = text.startsWith('/') ? text : pathOfAddress(text)
  const [empty, first, ...parts] = path.split('/')
  const collection = collections.find((each) => each === first)
  if (empty !== '' || collection === undefined) {
    throw invalidArgument('path', `must begin with one of ${collections.map((each) => `/${each}/`).join(', ')}`)
  }
  const shape = shapes[collection]
  const fits =
    parts.length === shape.length &&
    shape.every((wanted, index) => {
      const part = parts[index] as string
      return typeof wanted === 'string' ? part === wanted : part.length <= 200 && wanted.test(part)
    })
  if (!fits) throw invalidArgument('path', `must have the form ${formOf(collection)}`)
  return { path, collection, parts }
}

function pathOfAddress(text: string): string {
  const url = parseUrl(text)
  if (!url) throw invalidArgument('path', 'must be a path such as /quran/2/255, or an address on aslam.org')
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  // The parser resolves dots and backslashes: only an address that it leaves unchanged is accepted.
  if (!isPlain || url.origin !== site || text !== `${site}${url.pathname}`) {
    throw invalidArgument(
      'path',
      'must be an address on https://aslam.org without a query, or a path such as /quran/2/255',
    )
  }
  return url.pathname
}

function formOf(collection: Collection): string {
  const parts = shapes[collection].map((wanted) =>
    typeof wanted === 'string' ? wanted : wanted === number ? '{number}' : '{name}',
  )
  return `/${[collection, ...parts].join('/')}`
}
