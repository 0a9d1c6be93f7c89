import { bodyBounds, queryBounds } from '#generated/server/argument-bounds.ts'
import { nearest, plainName } from '../base/text/nearest.ts'
import type { Bounds } from './bounds.ts'

/**
 * What callers write for an argument, because other methods and other APIs call it so. Of several arguments that a word
 * may mean, the first in this list is meant.
 */
const wordsFor: Readonly<Record<string, readonly string[]>> = {
  data: ['content', 'body', 'file', 'image', 'bytes', 'base64'],
  html: ['content', 'body', 'text', 'source'],
  text: ['content', 'body', 'message', 'detail', 'note', 'data'],
  content: ['text', 'body', 'message', 'detail', 'note', 'data', 'markdown'],
  body: ['text', 'content', 'message', 'detail', 'note', 'data', 'html'],
  message: ['text', 'content', 'body', 'detail', 'note', 'data'],
  detail: ['text', 'content', 'body', 'message', 'note', 'description'],
  note: ['text', 'content', 'body', 'message', 'detail', 'description', 'comment'],
  description: ['text', 'content', 'body', 'message', 'detail', 'note', 'summary'],
  prompt: ['text', 'content', 'body', 'message', 'detail', 'note', 'description', 'question', 'query', 'task'],
  query: ['q', 'search', 'term', 'keyword'],
  search: ['q', 'query', 'term', 'keyword'],
  title: ['name', 'subject', 'label'],
  name: ['title', 'subject', 'label'],
  subject: ['title', 'name', 'label'],
  url: ['link', 'address', 'uri', 'destinationURL'],
  destinationURL: ['url', 'link', 'address', 'uri'],
  address: ['q', 'query', 'search', 'place', 'near', 'location'],
  near: ['q', 'place', 'address', 'location', 'where'],
  place: ['q', 'query', 'near', 'address', 'location', 'where'],
  where: ['q', 'query', 'place', 'near', 'address', 'location'],
  lat: ['latitude'],
  lon: ['lng', 'long', 'longitude'],
  radius_m: ['radius', 'radius_km', 'distance', 'distance_m', 'within_km'],
  radius_nm: ['radius', 'radius_km', 'distance', 'distance_nm', 'within_km'],
  within_km: ['radius', 'radius_km', 'radius_m', 'distance', 'distance_km'],
  start: ['from', 'since', 'after'],
  from: ['start', 'since', 'origin'],
  end: ['to', 'until', 'before'],
  to: ['end', 'until', 'destination', 'recipient'],
  before: ['until', 'end', 'to'],
  limit: ['count', 'max', 'size', 'page_size', 'per_page'],
}
const meanings = Object.entries(wordsFor).map(([argument, words]) => [argument, new Set(words.map(plainName))] as const)

/** The operation whose argument is meant. */
export interface KnownOperation {
  readonly id: string
  /** The main name of each argument that is an alias. */
  readonly aliases?: Readonly<Record<string, string>>
}

/**
 * The argument that an unknown name probably means: the same in another case or with other separators, one of a similar
 * spelling, or one that goes by that name elsewhere. Never an alias: its main name is meant.
 *
 * @param name the unknown one, at most 60 characters
 * @param at the JSON pointer of the object that contains it, such as `/requestBody/places/0`
 * @param given names that are in use there, so that they are not meant
 */
export function meantArgument(
  { id, aliases = {} }: KnownOperation,
  name: string,
  at: string,
  given: readonly string[],
): string | undefined {
  const known = Object.keys(boundsAt(id, at)?.of ?? {}).filter((each) => !Object.hasOwn(aliases, each))
  const used = given.map((each) => aliases[each] ?? each)
  const free = known.filter((each) => !used.includes(each))
  const plain = plainName(name)
  return (
    sameName(name, free) ??
    nearest(name, free) ??
    meanings.find(([argument, words]) => words.has(plain) && free.includes(argument))?.[0]
  )
}

/** The one of these names that differs at most in case and separators. */
export function sameName(name: string, names: readonly string[]): string | undefined {
  return names.find((each) => plainName(each) === plainName(name))
}

function boundsAt(operationId: string, at: string): Bounds | undefined {
  const [, where, ...path] = at.split('/')
  const all = (where === 'query' ? queryBounds : bodyBounds)[operationId]
  return path.reduce<Bounds | undefined>((bounds, part) => bounds?.each ?? bounds?.of?.[part], all)
}
