import type { z } from 'zod'
import type { Query, ServedQuery } from '../base/query.ts'

export type Answer = (question: never) => Promise<unknown>
export type Answers = Readonly<Record<string, Answer>>

/** Queries of one family to another: neither imports more of the other than its contracts. */
export interface Queries {
  /**
   * @returns undefined if there is no answer, or if no family of this server serves the query
   * @throws Error if the answer is not of the declared shape
   */
  query<Args, Answer>(query: Query<Args, Answer>, args: Args): Promise<Answer | undefined>
  ask<Schema extends z.ZodType>(name: string, question: unknown, schema: Schema): Promise<z.output<Schema> | undefined>
}

/** @param served finds what serves a query by its name; called with each query, so that families may open in any order */
export function createQueries(served: (name: string) => ServedQuery['answer'] | undefined): Queries {
  return {
    async query({ name, answer: shape }, args) {
      const answer = await served(name)?.(args as never)
      return answer === undefined ? undefined : shape.parse(answer)
    },
    async ask(name, question, schema) {
      const answer = await served(name)?.(question as never)
      return answer === undefined ? undefined : schema.parse(answer)
    },
  }
}
