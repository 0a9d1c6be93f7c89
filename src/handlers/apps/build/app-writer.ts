import { ApiError } from '#runtime/base/errors.ts'
import type { Log } from '#runtime/base/log.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { splitTags } from '#runtime/base/text/tags.ts'
import { withoutUnseen } from '#runtime/base/text/unseen.ts'
import type { ModelPayer } from '#runtime/budgets/model-spending.ts'
import type { Models } from '#runtime/outbound/models/models.ts'
import { createSchemaCheck } from '#runtime/outbound/models/schemas/schema-check.ts'
import type { ModelMessage } from '#runtime/outbound/models/types.ts'
import { maxHtmlBytes, storedTags } from '../app-arguments.ts'
import type { AppContent } from '../save-app.ts'
import { examplesFor, methodLines } from './method-guide.ts'

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

/** Instructions for the model, followed by a line for each method. */
const instructions = `You write small web apps for people. An app is one complete HTML document: <!doctype html>, <html lang>, <head> with a charset, a viewport and a <title>, and a <body>, with all of its styles in <style> and all of its scripts in <script>, inline. At most 262,144 bytes; usually 5 to 30 KiB is plenty.

Answer with "name" (at most 60 characters), "description" (one sentence), "tags" (up to five single words), "emoji" (one that represents the app) and "html" (the whole document). Never abbreviate the document or leave parts of it out, not even when you correct or change one.

WHERE IT RUNS
The document runs in a frame with sandbox="allow-scripts allow-forms" and no origin, under this policy: default-src 'none'; script-src and style-src 'unsafe-inline'; img-src data: blob:; font-src data:; media-src data: blob:; connect-src, frame-src, worker-src, object-src, form-action and base-uri 'none'; Trusted Types required. So:
- Nothing is loaded from elsewhere: no CDN, no libraries, no web fonts, no images by address. Draw with CSS, SVG, canvas or emoji.
- No localStorage, sessionStorage, cookies, IndexedDB, workers, frames, popups, WebRTC, eval, new Function, document.write, alert, confirm or prompt. Show messages on the page. Keep state in variables, or with a service such as notes if it has to last.
- Forms are not sent anywhere: handle "submit" and call preventDefault.
- Links lead nowhere, so show an address as text.

SERVICES
The script that offers services is already there; do not add a script tag for it. Everything is called by
  const result = await mu.service('<service>', '<method>', { ...arguments })
which resolves with the result itself. Only the methods listed below exist, with just these arguments ("?" marks optional ones). Use a method only if the app needs data or storage that the browser does not have; a calculator or a game needs none. If no method gives what is asked for, build the best app without it and say in the app what it lacks; never invent data and present it as real.
A call can fail: it rejects with an error with "code" and "message". Catch it and show the message to the person. Methods marked [asks] fail with the code permission_denied until the viewer has allowed this app to call them: the page around the app asks for that, so show the message and a button that tries again. Do not call methods marked [asks] or [costs] repeatedly on a timer; call those marked [costs] only when the person presses a button. Write the service and the method as literals, and pass arguments as one object literal where possible, because the calls are checked before the app is saved. Check fields of a result that may be absent before you use them.

QUALITY
- It works at a width of 320 pixels and on a wide screen, by touch, mouse and keyboard.
- Accessible: a label for every control, real buttons, a heading, enough contrast, visible focus, aria-live for results that change. Follows prefers-color-scheme.
- Plain, friendly design with a readable system font. Empty, loading and failed states are shown.
- Safe with input: never put text of the person or of a service into innerHTML; use textContent.
- No console.error for expected situations, and no errors when it is opened: the app is opened in a browser with example data before it is saved, and every error in the console sends it back to you.
- Write texts in the language of the description.

METHODS`

export interface Assignment {
  readonly prompt: string
  /** Counts towards the fair share of the models. */
  readonly subject: string
  readonly payer: ModelPayer | undefined
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

  constructor(models: Pick<Models, 'object'>) {
    this.#models = models
  }

  /**
   * Writes an app, or corrects the attempt before.
   *
   * @throws ApiError as `Models.object`; the reason of an aborted signal
   */
  async write({ prompt, subject, payer, current, earlier, signal, log }: Assignment): Promise<AppContent> {
    const called = earlier?.candidate?.calls ?? current?.calls ?? []
    const examples = await examplesFor(prompt, called)
    const { value } = await this.#models.object<Written>({
      purpose: 'code',
      subject,
      payer,
      instructions: `${instructions}\n${await methodLines()}\n\nEXAMPLES OF RESULTS\n${examples || 'None seem to be needed.'}`,
      messages: messagesOf(prompt, current, earlier),
      schema,
      signal,
      log,
    })
    return candidateOf(value, current)
  }
}

function candidateOf(written: Written, current: AppContent | undefined): AppContent {
  const name = shorten(withoutUnseen(oneLine(written.name)) || 'App', maxName)
  return {
    name,
    description: shorten(oneLine(written.description) || name, maxDescription),
    tags: tagsOf(written.tags ?? []) || (current?.tags ?? ''),
    icon: current?.icon ?? iconOf(written.emoji),
    html: written.html.replaceAll('\0', '').toWellFormed(),
    calls: [],
  }
}

/** An icon that shows an emoji; null for any other text. */
function iconOf(emoji: string | undefined): string | null {
  if (!emoji || emoji.length > 16 || !/^\p{RGI_Emoji}$/v.test(emoji)) return null
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><text x="50" y="80" font-size="80" text-anchor="middle">${emoji}</text></svg>`
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

/** The message that asks for a correction. */
function correction(faults: readonly string[]): string {
  return `The document was checked and cannot be saved yet:\n${faults.map((fault) => `- ${fault}`).join('\n')}\nCorrect all of this, keep everything else, and answer again with the whole JSON value.`
}
