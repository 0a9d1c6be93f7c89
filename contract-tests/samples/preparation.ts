import { randomUUID } from 'node:crypto'
import type { OnedoorClient } from '../../generated/client/index.js'
import { callByName, exampleOf } from '../document.ts'
import { needs } from '../needs.ts'

type Args = Readonly<Record<string, unknown>>
/** The time of the server so much later, RFC 3339. */
type Later = (laterMs: number) => string
type Prepare = (onedoor: OnedoorClient, example: Args, later: Later) => Promise<Args>

/** The example can be sent as it is: on the day of the examples, its times are to come. */
const nothing: Prepare = async (_, example) => example

/** Sends the documented example of the operation that makes the records of this one. */
function madeBy(maker: string): Prepare {
  return async (onedoor, example) => {
    const { status, body } = await callByName(onedoor, maker, exampleOf({ id: maker }))
    if (status !== 200) throw new Error(`${maker} returned ${status}: ${JSON.stringify(body)}`)
    const kind = /^[a-z]+_/.exec(String(example.id))?.[0]
    if (kind === undefined) return example
    const made = new RegExp(`"id":"(${kind}\\w+)"`).exec(JSON.stringify(body))?.[1]
    if (made === undefined) throw new Error(`${maker} returned no id that begins with ${kind}: ${JSON.stringify(body)}`)
    return { ...example, id: made }
  }
}

/**
 * Where `needs` does not fit: there the server's clock is years ahead, every call has a token, and arguments may be left
 * out. A sample is run on the day of the examples, and keeps its text except for values that do not exist here.
 */
const ownNeeds: Readonly<Record<string, Prepare>> = {
  async 'archive.list'(onedoor, example) {
    await needs['archive.list']?.(onedoor, example)
    return example
  },
  // Without a token only a public app can be read.
  async 'apps.embed'(onedoor, example) {
    return { ...example, slug: await publicApp(onedoor) }
  },
  async 'apps.read'(onedoor, example) {
    return { ...example, slug: await publicApp(onedoor) }
  },
  async 'blog.read'({ blog }, example) {
    const title = `${example.title}-${randomUUID()}`
    const content = 'Every morning this week the same heron has stood below the weir, one leg tucked up, waiting.'
    await blog.create({ title, content, tags: 'birds, river' })
    return { title }
  },
  'blog.update': madeBy('blog.create'),
  async 'browser.read'(onedoor, example) {
    return { ...example, ...(await ownPage(onedoor)) }
  },
  async 'browser.shot'(onedoor, example) {
    return { ...example, ...(await ownPage(onedoor)) }
  },
  'bookmarks.annotate': madeBy('bookmarks.add'),
  'bookmarks.get': madeBy('bookmarks.add'),
  'calls.list': madeBy('notes.add'),
  'contacts.find': madeBy('contacts.add'),
  'contacts.list': madeBy('contacts.add'),
  'docs.list': madeBy('docs.write'),
  'docs.read': madeBy('docs.write'),
  'events.create': nothing,
  'events.list': madeBy('events.create'),
  'events.read': madeBy('events.create'),
  'events.update': madeBy('events.create'),
  'files.get': madeBy('files.put'),
  'files.list': madeBy('files.put'),
  'files.share': madeBy('files.put'),
  'images.daily': nothing,
  'routes.eta': nothing,
  'tasks.list': madeBy('tasks.create'),
  'tasks.read': madeBy('tasks.create'),
  'tasks.update': madeBy('tasks.create'),
  async 'work.read'(onedoor, example) {
    await needs['work.read']?.(onedoor, example)
    return example
  },
}

async function publicApp({ apps }: OnedoorClient): Promise<string> {
  const html = '<!doctype html><html><body><p>Tips</p></body></html>'
  const { slug } = await apps.create({ name: 'Tip splitter', html, slug: `app-${randomUUID()}`, public: true })
  return slug
}

/** A page that needs no network, and what it has: the server's own. */
async function ownPage(onedoor: OnedoorClient): Promise<Args> {
  return { ...(await needs['browser.read']?.(onedoor, {})), wait: 'main' }
}

/**
 * Creates the records that the sample of an operation needs.
 *
 * @param onedoor a client of the account that runs the sample
 * @param later the time of the server so much later, RFC 3339
 * @returns the example's values that do not exist here, each with the one to put in its place
 * @throws Error for a preparation that changes which arguments are given
 */
export async function prepared(
  id: string,
  onedoor: OnedoorClient,
  example: Args,
  later: Later,
): Promise<ReadonlyMap<string, string>> {
  const prepare = ownNeeds[id] ?? needs[id]
  const values = new Map<string, string>()
  if (prepare) pairValues(id, example, await prepare(onedoor, example, later), values)
  return values
}

function pairValues(place: string, before: unknown, after: unknown, into: Map<string, string>): void {
  if (before === after) return
  if (typeof before === 'object' && typeof after === 'object' && before && after) {
    const [names, given] = [before, after].map((value) => Object.keys(value).sort().join())
    if (names !== given) throw new Error(`The preparation of ${place} gives ${given || 'nothing'} instead of ${names}`)
    for (const [name, value] of Object.entries(before))
      pairValues(`${place}.${name}`, value, (after as Args)[name], into)
    return
  }
  // Such values look the same in every language.
  const isPlain = [before, after].every((value) => typeof value === 'string' && /^[\w:/.+?=-]+$/.test(value))
  if (!isPlain) throw new Error(`The preparation of ${place} replaces ${before} with ${after}, which may need quotes`)
  into.set(String(before), String(after))
}

/**
 * The text of a sample with other values.
 *
 * @throws Error for a value that is not in it
 */
export function withValues(text: string, values: ReadonlyMap<string, string>): string {
  const missing = [...values.keys()].find((value) => !text.includes(value))
  if (missing !== undefined) throw new Error(`${missing} is not in the sample:\n${text}`)
  return replaced(text, values)
}

/** A text with other values. */
export function replaced(text: string, values: ReadonlyMap<string, string>): string {
  if (values.size === 0) return text
  // A longer value may begin with a shorter one.
  const known = [...values.keys()].sort((a, b) => b.length - a.length)
  const any = new RegExp(known.map((value) => value.replace(/[.+?]/g, '\\$&')).join('|'), 'g')
  return text.replace(any, (value) => values.get(value) ?? value)
}
