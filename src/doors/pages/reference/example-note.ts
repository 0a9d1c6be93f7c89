import type { Argument, Method } from './model.ts'

/** Ids as this server makes them: `task_01k9y3m8v7e3q8t5r2w4x6y8z0`, `news_261d5a4127706869`. */
const madeId = /^([a-z]+)_(?:[0-9a-hjkmnp-tv-z]{26}|[0-9a-f]{16})$/
/** Methods that make what others name. */
const making = /^(?:add|create|put|write|upload|build)$/
type Described = Omit<Method, 'exampleNote'>

/**
 * Why the example of a method cannot simply be sent, and what to do first; undefined if it can be. Its records are
 * those of an account in the document, and hosts such as `tides.example` do not exist.
 *
 * @param family all methods of its family
 */
export function exampleNoteOf(method: Described, family: readonly Described[]): string | undefined {
  const args = method.args.filter(({ example }) => example !== undefined)
  if (method.isDoor) return undefined
  const isAsked = method.effects.includes('leaves the instance')
  const address = args.find(({ name }) => isAsked && method.argumentKinds[name] === 'address')
  if (address && /\.example\b/.test(String(address.example))) {
    return `The host in \`${address.name}\` does not exist. Use the address of a real page.`
  }
  const id = args.find(({ example }) => madeId.test(firstOf(example)))
  if (id) {
    const source = sourceOfId(madeId.exec(firstOf(id.example))?.[1] ?? '', family)
    return exampleValue(id.name, source)
  }
  // A record of a day, such as its picture, is not stored for ever.
  const day = args.find(({ schema }) => schema.format === 'date')
  const { result } = (method.response.example ?? {}) as { result?: { id?: unknown } }
  if (day && madeId.test(String(result?.id))) return `The value of \`${day.name}\` is an example. Use a recent day.`
  return making.test(method.name) ? undefined : named(args, family)
}

/** The note for arguments that name a record by its title or slug, which another method gives it. */
function named(args: readonly Argument[], family: readonly Described[]): string | undefined {
  const name = args.find((each) => each.name === 'title' || each.name === 'slug')
  const maker = family.find((each) => making.test(each.name) && given(each, name?.name) !== undefined)
  if (!name || !maker) return undefined
  return String(given(maker, name.name)).toLowerCase().includes(String(name.example).toLowerCase())
    ? `First send the example of \`${maker.id}\`.`
    : exampleValue(name.name, maker)
}

function exampleValue(name: string, source: Described | undefined): string {
  return `The value of \`${name}\` is an example.${source ? ` Use one from \`${source.id}\`.` : ''}`
}

function given({ args }: Described, name: string | undefined): unknown {
  return args.find((each) => each.name === name)?.example
}

function firstOf(example: unknown): string {
  return String(Array.isArray(example) ? example[0] : example)
}

/** The method that makes records with such ids, or else one that lists them. */
function sourceOfId(kind: string, family: readonly Described[]): Described | undefined {
  const returns = family.filter(({ response }) => JSON.stringify(response.example ?? null).includes(`"${kind}_`))
  const needsNone = returns.filter(({ args }) => !args.some(({ example }) => madeId.test(firstOf(example))))
  return needsNone.find(({ name }) => making.test(name)) ?? needsNone.find(({ isRead }) => isRead) ?? needsNone[0]
}
