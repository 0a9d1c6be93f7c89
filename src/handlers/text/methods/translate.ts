import type { Handler, Result } from '#generated/server/handlers.ts'
import { invalidArgument } from '#runtime/base/errors.ts'
import { storable } from '#runtime/base/text/storable-text.ts'
import { createSchemaCheck } from '#runtime/outbound/models/schemas/schema-check.ts'
import type { TextDeps } from '../index.ts'
import { runTask } from '../run-task.ts'

interface Translation {
  readonly text?: string
  readonly language?: string
  readonly from_language?: string
  readonly is_unknown_language?: boolean
}

const tag = { type: 'string', pattern: '^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$' } as const
const schema = createSchemaCheck({
  type: 'object',
  properties: {
    language: tag,
    from_language: tag,
    text: { type: 'string' },
    is_unknown_language: { type: 'boolean' },
  },
  anyOf: [
    { required: ['language', 'text'] },
    { required: ['is_unknown_language'], properties: { is_unknown_language: { const: true } } },
  ],
  additionalProperties: false,
})

const instructions = `You translate texts into the language that "to" specifies by name or code. Translate all of the text and add nothing. Keep its formatting exactly: line breaks, blank lines, lists, tables, Markdown and HTML markup, placeholders, addresses and code stay where they are and as they are. Keep what is already in that language. Answer with "text", with "language", the IETF tag of the language you translated into, and with "from_language", the IETF tag of the main language of the original ("und" if it has none). If "to" is not a language, answer only with "is_unknown_language": true.`

export default ({ models }: TextDeps): Handler<'text.translate'> =>
  async ({ text, to }, ctx) => {
    const task = { instructions, particulars: { to }, schema }
    return translationOf(await runTask<Translation>(models, ctx, text, task), { text, to })
  }

/** @throws ApiError invalid_argument if `to` is not a language */
function translationOf(
  { text, language, from_language, is_unknown_language }: Translation,
  args: { readonly text: string; readonly to: string },
): Result<'text.translate'> {
  if (is_unknown_language || text === undefined || language === undefined) {
    throw invalidArgument('to', 'must be a language that the model knows, by name or code, such as French or pt-BR')
  }
  const from = canonicalTag(from_language ?? 'und')
  return {
    text: withMargins(storable(text), args.text),
    language: requestedTag(args.to) ?? canonicalTag(language) ?? language,
    ...(from !== undefined && from !== 'und' && { from_language: from }),
  }
}

/** Models may drop the white space around a text. */
function withMargins(translated: string, original: string): string {
  const [before = ''] = /^\s*/.exec(original) ?? []
  return before + translated.trim() + original.slice(original.trimEnd().length)
}

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

/** The language that the caller named by its tag; undefined for one named in words. */
function requestedTag(to: string): string | undefined {
  const known = canonicalTag(to.trim())
  return known !== undefined && names.of(known) !== undefined ? known : undefined
}

function canonicalTag(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0]
  } catch {
    return undefined
  }
}
