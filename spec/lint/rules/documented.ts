import { createRule, getDoc, getSummary, paramMessage } from '@typespec/compiler'
import { isApiOperation } from '../operations.ts'

const maxSummaryLength = 50
/** One voice for the whole reference: summaries and descriptions begin with an imperative. */
const beginsWithVerb =
  /^(?:Permanently [a-z]+|(?!(?:Permanently|The|An?|All|Every|Each|One|This|Whether)\b)[A-Z][a-z]+)(?<!(?<!s)s)\b/

/** The reference, the tool catalogue and the client's comments are generated from these texts. */
export const documentedRule = createRule({
  name: 'documented',
  severity: 'warning',
  description: 'An operation has a summary and a description.',
  messages: {
    default: paramMessage`${'name'} has no description. Add a /** ... */ comment for the reader of the reference.`,
    descriptionForm: paramMessage`The description of ${'name'} must begin with what it does, with an imperative such as Return, List or Delete.`,
    summary: paramMessage`${'name'} has no summary. Add @summary("<what it does, begins with a verb>").`,
    summaryForm: paramMessage`The summary of ${'name'} must be at most ${'longest'} characters, begin with a capital and end without a full stop.`,
  },
  create: (context) => ({
    operation: (operation) => {
      const { program } = context
      if (!isApiOperation(program, operation)) return
      const { name } = operation
      const summary = getSummary(program, operation)?.trim()
      if (!summary) {
        context.reportDiagnostic({ messageId: 'summary', format: { name }, target: operation })
      } else if (summary.length > maxSummaryLength || !/^\p{Lu}.*[^.]$/su.test(summary)) {
        const format = { name, longest: String(maxSummaryLength) }
        context.reportDiagnostic({ messageId: 'summaryForm', format, target: operation })
      }
      const description = getDoc(program, operation)?.trim()
      // `is Change<...>` inherits the template's comment, which says nothing about this method.
      const inherited = operation.sourceOperation && getDoc(program, operation.sourceOperation)?.trim()
      if (!description || description === inherited) {
        context.reportDiagnostic({ messageId: 'default', format: { name }, target: operation })
      } else if (!beginsWithVerb.test(description)) {
        context.reportDiagnostic({ messageId: 'descriptionForm', format: { name }, target: operation })
      }
    },
  }),
})
