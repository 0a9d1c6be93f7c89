import { readFileSync } from 'node:fs'
import type { components } from '#generated/sandbox/types.ts'
import type { Json, ModelMessage } from '../../runtime/outbound/models/types.ts'
import type { Question, ScriptedAnswer } from '../../runtime/outbound/outside.ts'
import { exampleOf } from './schema-example.ts'

export type ModelRule = components['schemas']['ModelRule']

/** An app as the first lines of a build prompt name it; its page passes the checks of a built app. */
const exampleApp = readFileSync(new URL('./example-app.json', import.meta.url), 'utf8')
/** An answer in the user's message, which may contain brackets itself. */
const answerInMessage = /\[\[reply:\s*(.*?)\]\](?!\])/s
const maxQuoted = 200

/** What the language model of a world answers. */
export class ModelScript {
  /** The first that applies decides. */
  rules: readonly ModelRule[] = []

  /** @returns what puts back the rules that it has now */
  remember(): () => void {
    const { rules } = this
    return () => {
      this.rules = rules
    }
  }

  answer(question: Question): ScriptedAnswer {
    const { messages, instructions } = question
    const asked = lastOfUser(messages)
    const given = answerInMessage.exec(asked)?.[1]
    if (given !== undefined) return { text: given }
    const rule = this.rules.find(({ when = '' }) => asked.includes(when) || instructions.includes(when))
    // With the results of its calls the model is asked again.
    if (rule?.tools?.length && messages.at(-1)?.role === 'user') {
      return { calls: rule.tools.map(({ name, input }) => ({ name, input: input as Json })) }
    }
    if (rule?.reply === undefined) return { text: usualAnswer(question, asked) }
    return { text: typeof rule.reply === 'string' ? rule.reply : JSON.stringify(rule.reply) }
  }
}

function usualAnswer({ purpose, schema }: Question, asked: string): string {
  if (schema) return purpose === 'code' ? exampleApp : JSON.stringify(exampleOf(schema))
  const quoted = asked.length > maxQuoted ? `${asked.slice(0, maxQuoted)}…` : asked
  return `This is the answer of a scripted model to: ${quoted}`
}

function lastOfUser(messages: readonly ModelMessage[]): string {
  return messages.findLast((message) => message.role === 'user')?.text ?? ''
}
