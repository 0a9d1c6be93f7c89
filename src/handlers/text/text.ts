import type { TextHandlers } from '#generated/server/handlers.ts'
import type { Context } from '../../runtime/calls/context.ts'
import type { UntrustedSchemas } from '../../runtime/outbound/models/schemas/untrusted-schemas.ts'
import type { Models } from '../../runtime/outbound/models/types.ts'
import { classifyTask } from './methods/classify.ts'
import { extract } from './methods/extract.ts'
import { summaryOf, summaryTask } from './methods/summarise.ts'
import { runTask } from './run-task.ts'
import { translationOf, translationTask } from './methods/translate.ts'

export interface TextParts {
  readonly models: Models
  readonly schemas: Pick<UntrustedSchemas, 'check'>
}

/** Short tasks on a text, each by one call of a model, or two if its answer has to be repaired. */
export function createText({ models, schemas }: TextParts): TextHandlers<Context> {
  return {
    async classify({ text, labels }, ctx) {
      const { task, labelOf } = classifyTask(labels)
      const { label, confidence } = await runTask(models, ctx, text, task)
      return { label: labelOf(label) as string, confidence }
    },
    extract: ({ text, schema }, ctx) => extract({ models, schemas }, ctx, { text, schema }),
    async summarise({ text, style = 'prose', lines }, ctx) {
      const isList = style.trim().toLowerCase() === 'bullets'
      return summaryOf(await runTask(models, ctx, text, summaryTask(isList, lines)))
    },
    async translate({ text, to }, ctx) {
      return translationOf(await runTask(models, ctx, text, translationTask(to)), { text, to })
    },
  }
}
