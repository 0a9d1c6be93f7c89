import type { z } from 'zod'

/** A query that one family serves for others. Declared once, in the contracts of the serving family. */
export interface Query<Args, Answer> {
  /** The family and the subject: `places.find`. */
  readonly name: string
  readonly answer: z.ZodType<Answer>
  /** Only for the type of its arguments. */
  readonly args?: (args: Args) => void
}

/** @param answer checks the result of the serving family */
export function query<Args, Answer>(name: string, answer: z.ZodType<Answer>): Query<Args, Answer> {
  return { name, answer }
}

/** Serves a query in one process. */
export interface ServedQuery {
  readonly name: string
  answer(args: never): Promise<unknown>
}

/** @param answer returns undefined if it has no result */
export function serve<Args, Answer>(
  { name }: Query<Args, Answer>,
  answer: (args: Args) => Promise<Answer | undefined>,
): ServedQuery {
  return { name, answer }
}
