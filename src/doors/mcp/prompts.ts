import type { GetPromptResult } from '@modelcontextprotocol/server'

/** A task that a client can offer to its user. */
export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The services that it uses; it is offered only to callers who may use all of them. */
  readonly services: readonly string[]
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required?: boolean }[]
  /** The instructions for the model, with the arguments. */
  text(args: Readonly<Record<string, string>>): string
}

const maxArgumentLength = 2000

/** The fault of the arguments, or the prompt with them. */
export function filledPrompt(prompt: Prompt, given: Readonly<Record<string, string>>): GetPromptResult | string {
  for (const { name, required } of prompt.arguments) {
    if (required && (given[name] ?? '').trim() === '') return `${name} is required`
    if ((given[name]?.length ?? 0) > maxArgumentLength) return `${name} must be at most ${maxArgumentLength} characters`
  }
  const unknown = Object.keys(given).find((name) => !prompt.arguments.some((each) => each.name === name))
  if (unknown !== undefined) return `${unknown.slice(0, 50)} is not an argument of ${prompt.name}`
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given) } }],
  }
}
