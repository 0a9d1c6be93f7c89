import { bodyBounds, queryBounds } from '#generated/server/argument-bounds.ts'
import { nearest, plainName } from '../base/text/nearest.ts'
import type { Bounds } from './bounds.ts'

/** Names that methods, and other APIs, use for the same thing. */
const synonyms: readonly (readonly string[])[] = [
  ['text', 'content', 'body', 'message', 'detail', 'note', 'prompt', 'data'],
  ['query', 'q', 'search', 'term', 'keyword'],
  ['title', 'name', 'subject', 'label'],
  ['url', 'link', 'address', 'uri', 'destinationURL'],
  ['lat', 'latitude'],
  ['lon', 'lng', 'long', 'longitude'],
  ['limit', 'count', 'max', 'size', 'pagesize', 'perpage'],
]

/**
 * The argument that an unknown name probably means: the same in another case or with other separators, one of a similar
 * spelling, or the only one whose name means the same.
 *
 * @param name the unknown one, at most 60 characters
 * @param at the JSON pointer of the object that contains it, such as `/requestBody/places/0`
 * @param given names that are in use there, so that they are not meant
 */
export function meantArgument(
  operationId: string,
  name: string,
  at: string,
  given: readonly string[],
): string | undefined {
  const free = Object.keys(boundsAt(operationId, at)?.of ?? {}).filter((known) => !given.includes(known))
  const same = sameName(name, free)
  if (same !== undefined) return same
  const similar = nearest(name, free)
  if (similar !== undefined) return similar
  const words = synonyms.find((each) => each.includes(plainName(name))) ?? []
  const meant = free.filter((known) => words.includes(known))
  return meant.length === 1 ? meant[0] : undefined
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
