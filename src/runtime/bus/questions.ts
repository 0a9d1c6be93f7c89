import type { z } from 'zod'

/** What a family tells others who ask: for a question, what there is, or undefined. */
export type Answer = (question: never) => Promise<unknown>

/** A family's answers by the name of the question, which begins with the family's name: `archive.item`. */
export type Answers = Readonly<Record<string, Answer>>

/** Asks whichever family knows, as announcements tell whoever listens: neither side imports the other. */
export interface Questions {
  /**
   * Asks a question.
   *
   * @param schema the part of the answer that the asker needs
   * @returns undefined if there is no answer, or if no family of this server knows the question
   * @throws Error if the answer is not what the asker expects
   */
  ask<Schema extends z.ZodType>(name: string, question: unknown, schema: Schema): Promise<z.output<Schema> | undefined>
}

/** @param answerOf finds who knows; asked at each question, so that a family may ask one that is opened after it */
export function createQuestions(answerOf: (name: string) => Answer | undefined): Questions {
  return {
    async ask(name, question, schema) {
      const answer = await answerOf(name)?.(question as never)
      return answer === undefined ? undefined : schema.parse(answer)
    },
  }
}
