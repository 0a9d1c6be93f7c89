import type { Query, ServedQuery } from '../base/query.ts'

/** @param served finds what serves a query by its name; called for each query, so families may open in any order */
export function createQueries(served: (name: string) => ServedQuery['answer'] | undefined) {
  return {
    /**
     * @returns undefined if the query has no result, or if no family of this server serves it
     * @throws Error if the result does not have the declared shape
     */
    async query<Args, Answer>({ name, answer: shape }: Query<Args, Answer>, args: Args): Promise<Answer | undefined> {
      const answer = await served(name)?.(args as never)
      return answer === undefined ? undefined : shape.parse(answer)
    },
  }
}

/** Queries from one family to another, which imports only the contracts of the other. */
export type Queries = ReturnType<typeof createQueries>
