import type { z } from 'zod'

/** A question that one family answers for others. Declared once, in the contracts of the family that serves it. */
export interface Query<Args, Answer> {
  /** The family and what it is about: `places.find`. */
  readonly name: string
  readonly answer: z.ZodType<Answer>
  /** Only for the type of its arguments. */
  readonly args?: (args: Args) => void
}

/** @param answer checks what the family that serves it returns */
export function query<Args, Answer>(name: string, answer: z.ZodType<Answer>): Query<Args, Answer> {
  return { name, answer }
}

/** What serves a query in one process. */
export interface ServedQuery {
  readonly name: string
  answer(args: never): Promise<unknown>
}

/** @param answer returns undefined where there is nothing to return */
export function serve<Args, Answer>(
  { name }: Query<Args, Answer>,
  answer: (args: Args) => Promise<Answer | undefined>,
): ServedQuery {
  return { name, answer }
}
