import { createRule, getDoc, type ModelProperty, type Program, paramMessage } from '@typespec/compiler'
import { isRead } from '../../common/access.ts'
import { effectsOf, ownTextReasonOf, returnsData } from '../../common/effects.ts'
import { isApiOperation } from '../operations.ts'
import { propertiesInside, resultOf } from '../results.ts'

/** Fields that name an author: a result with one may have been written by someone other than the caller. */
const writers = new Set(['author', 'from', 'owner', 'publisher'])
/** Fields with text by that author. */
const writing = new Set(['description', 'html', 'name', 'snippet', 'subject', 'summary', 'text', 'title'])

/** A model obeys text unless the description says that others wrote it: only a stated reason leaves that out. */
export const ownTextRule = createRule({
  name: 'own-text',
  severity: 'warning',
  description: 'A method or field without text by others says why, and what names an author is not one.',
  messages: {
    default: paramMessage`${'name'} has @ownText, but returns "${'writing'}" written by "${'writer'}", who may not be the caller. Remove @ownText; if only the caller can have written it, put #suppress "@onedoor/spec-lint/own-text" "<why>" above it.`,
    reason: paramMessage`${'name'} does not say why its result contains no text by others. Write the reason as a sentence in @ownText.`,
    written: paramMessage`"${'name'}" has @ownText, but a field of this name has text that somebody wrote. Remove @ownText.`,
    useless: paramMessage`${'name'} returns no text by others anyway. Remove @ownText.`,
  },
  create: (context) => ({
    operation: (operation) => {
      const { program } = context
      const effects = effectsOf(program, operation)
      const { ownTextReason: reason } = effects
      if (!isApiOperation(program, operation) || reason === undefined) return
      const { name } = operation
      const report = (messageId: 'reason' | 'useless') =>
        context.reportDiagnostic({ messageId, format: { name }, target: operation })
      if (!isSentence(reason)) report('reason')
      if (!returnsData(effects, isRead(program, operation))) report('useless')
      const result = resultOf(program, operation)
      const fields = result ? [...propertiesInside(result)] : []
      const writer = fields.find((field) => writers.has(field.name) && isText(field) && isPerson(program, field))
      const written = fields.find((field) => writing.has(field.name) && isText(field))
      if (!writer || !written) return
      const format = { name, writer: writer.name, writing: written.name }
      context.reportDiagnostic({ format, target: operation })
    },
    modelProperty: (field) => {
      const reason = ownTextReasonOf(context.program, field)
      if (reason === undefined) return
      const report = (messageId: 'reason' | 'written') =>
        context.reportDiagnostic({ messageId, format: { name: field.name }, target: field })
      if (!isSentence(reason)) report('reason')
      // A field named `text` may also be how the server words the other fields.
      if (field.name !== 'text' && (writing.has(field.name) || writers.has(field.name))) report('written')
    },
  }),
})

const isSentence = (reason: string) => /\p{L}.*\.$/u.test(reason)

function isText({ type }: ModelProperty): boolean {
  return (type.kind === 'Scalar' && type.name !== 'boolean') || type.kind === 'Model'
}

/** A currency, a language and the start of a route also have a `from`. */
function isPerson(program: Program, field: ModelProperty): boolean {
  return !/\b(currency|language|start|route|period)\b/i.test(getDoc(program, field) ?? '')
}
