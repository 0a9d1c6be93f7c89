import { readFile } from 'node:fs/promises'
import { ApiError } from '../../runtime/base/errors.ts'

/** The ready seeds, by name, with what they contain. */
export const readySeeds: ReadonlyMap<string, string> = new Map([
  ['attack', 'Long texts, right-to-left scripts, emoji and markup in every place that accepts text.'],
  ['empty', 'The accounts that every world starts with, and nothing else.'],
  ['family', 'A family of four with a group, a shared calendar of chores, and mail between them.'],
  ['inbox', 'An account with 60 emails and messages from several people, some of them read.'],
  ['links', 'A thousand short links with titles and tags.'],
  ['week', "One person's week: notes, tasks, events, contacts, bookmarks and a post."],
])

/** @returns the text of a ready seed, YAML @throws ApiError not_found */
export function readySeed(name: string): Promise<string> {
  if (!readySeeds.has(name)) {
    throw new ApiError('not_found', `There is no seed ${name}. The seeds are ${[...readySeeds.keys()].join(', ')}.`)
  }
  return readFile(new URL(`./ready/${name}.yaml`, import.meta.url), 'utf8')
}
