import { ApiError } from '#runtime/base/errors.ts'
import type { Log } from '#runtime/base/log.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { splitTags } from '#runtime/base/text/tags.ts'
import { withoutUnseen } from '#runtime/base/text/unseen.ts'
import { createSchemaCheck } from '#runtime/outbound/models/schemas/schema-check.ts'
import type { ModelMessage, Models } from '#runtime/outbound/models/types.ts'
import { maxHtmlBytes, storedTags } from '../app-arguments.ts'
import type { SourceChecker } from '../check/source-checker.ts'
import type { AppContent } from '../save-app.ts'
import { examplesFor, methodLines } from './method-guide.ts'
import { correction, instructions } from './writing-instructions.ts'

interface Written {
  readonly name: string
  readonly description: string
  readonly tags?: readonly string[]
  readonly emoji?: string
  readonly html: string
}

const maxName = 100
const maxDescription = 500
const maxTags = 5

const schema = createSchemaCheck({
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 1 },
    description: { type: 'string', minLength: 1 },
    tags: { type: 'array', items: { type: 'string' } },
    emoji: { type: 'string' },
    html: { type: 'string', minLength: 1, maxLength: maxHtmlBytes },
  },
  required: ['name', 'description', 'tags', 'emoji', 'html'],
  additionalProperties: false,
})

export interface Assignment {
  readonly prompt: string
  /** Counts towards the fair share of the models. */
  readonly subject: string
  /** The app to change. */
  readonly current: AppContent | undefined
  /** The attempt before, and its faults. */
  readonly earlier: { readonly candidate: AppContent | undefined; readonly faults: readonly string[] } | undefined
  readonly signal: AbortSignal
  readonly log: Log
}

/** Writes apps with a model. */
export class AppWriter {
  readonly #models: Pick<Models, 'object'>
  readonly #checker: SourceChecker

  constructor(models: Pick<Models, 'object'>, checker: SourceChecker) {
    this.#models = models
    this.#checker = checker
  }

  /**
   * Writes an app, or corrects the attempt before.
   *
   * @throws ApiError as `Models.object`; the reason of an aborted signal
   */
  async write({ prompt, subject, current, earlier, signal, log }: Assignment): Promise<AppContent> {
    const called = earlier?.candidate?.calls ?? current?.calls ?? []
    const examples = await examplesFor(prompt, called)
    const { value } = await this.#models.object<Written>({
      purpose: 'code',
      subject,
      instructions: `${instructions}\n${await methodLines()}\n\nEXAMPLES OF RESULTS\n${examples || 'None seem to be needed.'}`,
      messages: messagesOf(prompt, current, earlier),
      schema,
      signal,
      log,
    })
    return this.#candidateOf(value, current, subject)
  }

  async #candidateOf(written: Written, current: AppContent | undefined, subject: string): Promise<AppContent> {
    const name = shorten(withoutUnseen(oneLine(written.name)) || 'App', maxName)
    return {
      name,
      description: shorten(oneLine(written.description) || name, maxDescription),
      tags: tagsOf(written.tags ?? []) || (current?.tags ?? ''),
      icon: current?.icon ?? (await this.#iconOf(written.emoji, subject)),
      html: written.html.replaceAll('\0', '').toWellFormed(),
      calls: [],
    }
  }

  /** An icon that shows an emoji; null for any other text. */
  async #iconOf(emoji: string | undefined, subject: string): Promise<string | null> {
    if (!emoji || emoji.length > 16 || !/^\p{RGI_Emoji}$/v.test(emoji)) return null
    const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text x="50" y="80" font-size="80" text-anchor="middle">${emoji}</text></svg>`
    return (await this.#checker.icon(subject, icon)) === undefined ? icon : null
  }
}

function tagsOf(tags: readonly string[]): string {
  const usable = tags
    .map((tag) => tag.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim())
    .filter((tag) => tag && tag.length <= 30)
  if (usable.length === 0) return ''
  try {
    return storedTags(usable.slice(0, maxTags).join(','))
  } catch (failure) {
    if (failure instanceof ApiError) return ''
    throw failure
  }
}

function messagesOf(prompt: string, current: AppContent | undefined, earlier: Assignment['earlier']): ModelMessage[] {
  const request = current
    ? `Change this app:\n${answerOf(current)}\n\nChange it as follows, and leave everything else as it is:\n${prompt}`
    : `Write this app:\n${prompt}`
  const messages: ModelMessage[] = [{ role: 'user', text: request }]
  if (!earlier) return messages
  if (earlier.candidate) {
    messages.push({ role: 'assistant', parts: [{ type: 'text', text: answerOf(earlier.candidate) }] })
    messages.push({ role: 'user', text: correction(earlier.faults) })
    return messages
  }
  return [{ role: 'user', text: `${request}\n\n${correction(earlier.faults)}` }]
}

/** An app as the model answers it. */
function answerOf({ name, description, tags, html }: AppContent): string {
  return JSON.stringify({ name, description, tags: splitTags(tags), emoji: '', html })
}
