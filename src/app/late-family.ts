import { operations } from '#generated/server/operations.ts'
import { once } from '../runtime/base/once.ts'
import type { Answer } from '../runtime/bus/questions.ts'
import type { AnyFamily, FamilyName, OpenFamily } from '../runtime/kit/family.ts'
import type { CreatePublicPages } from '../runtime/kit/site.ts'

type AnyHandler = (args: unknown, context: unknown) => unknown

/** A family that is opened when somebody first needs it. */
export interface LateFamily {
  /** A handler for each method that it serves. */
  readonly handlers: Readonly<Record<string, AnyHandler>>
  /** What answers a question that begins with the family's name. */
  answer(name: string): Answer
  /** Opens the family for its pages, if it has some for everybody. */
  publicPages(): Promise<CreatePublicPages | undefined>
  /** Closes it if it was opened. */
  close(): Promise<void>
}

/** What runs by itself, or is there before a call is made, and so cannot wait for one. */
const early = ['paths', 'jobs', 'schedules', 'listens', 'pages', 'visitorPages'] as const

/**
 * A family whose manifest says `isLate`. Calls that come while it is being opened wait; when that fails they fail, and the
 * next one tries again.
 *
 * @param open opens it
 */
export function createLateFamily(
  { name, unserved = [] }: Pick<AnyFamily, 'name' | 'unserved'>,
  open: () => Promise<OpenFamily<FamilyName, string>>,
): LateFamily {
  let loaded: Record<string, AnyHandler> | undefined
  let close: (() => Promise<void>) | undefined
  const opened = once(async () => {
    const family = await open()
    close = async () => family.close?.()
    const wrong = early.filter((part) => family[part] !== undefined)
    if (wrong.length > 0) throw new Error(`${name} has ${wrong.join(', ')}, so its manifest must not say isLate`)
    loaded = family.handlers as Record<string, AnyHandler>
    return { family, handlers: loaded }
  })
  const handlerOf =
    (method: string): AnyHandler =>
    async (args, context) =>
      (loaded ?? (await opened()).handlers)[method]?.(args, context)
  const methods = operations.filter(
    (each) => each.family === name && each.formOf === undefined && !unserved.includes(each.method),
  )
  return {
    handlers: Object.fromEntries(methods.map(({ method }) => [method, handlerOf(method)])),
    answer: (question) => async (asked) => (await opened()).family.answers?.[question]?.(asked),
    publicPages: async () => (await opened()).family.publicPages,
    async close() {
      await opened.idle()
      await close?.()
    },
  }
}
