import { createRule, getAllTags, listServices, paramMessage } from '@typespec/compiler'
import { getTagsMetadata } from '@typespec/openapi'
import { isApiOperation } from '../operations.ts'

/** The tag is the chapter of the reference, the gRPC service and the client's namespace: there can only be one. */
export const singleTagRule = createRule({
  name: 'single-tag',
  severity: 'warning',
  description: 'An operation has exactly one tag, and spec/api.tsp describes it.',
  messages: {
    default: paramMessage`${'name'} has ${'count'} tags (${'tags'}), but must have one. Remove @tag: @family and @door give the tag.`,
    unknown: paramMessage`The tag ${'tag'} of ${'name'} is not in spec/api.tsp. Add @tagMetadata("${'tag'}", #{ description: "..." }) there.`,
  },
  create: (context) => ({
    operation: (operation) => {
      const { program } = context
      if (!isApiOperation(program, operation)) return
      const tags = getAllTags(program, operation) ?? []
      const { name } = operation
      const [tag] = tags
      if (tag === undefined || tags.length > 1) {
        const format = { name, count: String(tags.length), tags: tags.join(', ') || 'none' }
        context.reportDiagnostic({ messageId: 'default', format, target: operation })
        return
      }
      const known = listServices(program).flatMap(({ type }) => getTagsMetadata(program, type) ?? [])
      if (!known.some((entry) => entry.name === tag)) {
        context.reportDiagnostic({ messageId: 'unknown', format: { name, tag }, target: operation })
      }
    },
  }),
})
