import { createRule, getDoc, type ModelProperty, type Program, paramMessage } from '@typespec/compiler'
import { getHttpOperation } from '@typespec/http'
import { accessOf } from '../../common/access.ts'
import { isApiOperation, isDoor } from '../operations.ts'
import { propertiesInside, resultOf } from '../results.ts'

/** Fields that name an author: a result with one may have been written by someone other than the caller. */
const writers = new Set(['author', 'from', 'owner', 'publisher'])
/** Fields with text by that author. */
const writing = new Set(['description', 'html', 'name', 'snippet', 'subject', 'summary', 'text', 'title'])

/** A model obeys text unless the description says that others wrote it. */
export const foreignTextRule = createRule({
  name: 'foreign-text',
  severity: 'warning',
  description: 'A method that reads what others may have written is marked @foreignText.',
  messages: {
    default: paramMessage`${'name'} returns "${'writing'}" written by "${'writer'}", who may not be the caller. Add @foreignText; if only the caller can have written it, put #suppress "@onedoor/spec-lint/foreign-text" "<why>" above it.`,
  },
  create: (context) => ({
    operation: (operation) => {
      const { program } = context
      if (!isApiOperation(program, operation) || isDoor(program, operation)) return
      const access = accessOf(program, operation)
      const [{ verb }] = getHttpOperation(program, operation)
      const reads = verb === 'get' || access.privateSearch || access.bodyFormOf !== undefined
      const result = reads && !access.foreignText ? resultOf(program, operation) : undefined
      if (!result) return
      const fields = [...propertiesInside(result)]
      const writer = fields.find((field) => writers.has(field.name) && isText(field) && isPerson(program, field))
      const written = fields.find((field) => writing.has(field.name) && isText(field))
      if (!writer || !written) return
      const format = { name: operation.name, writer: writer.name, writing: written.name }
      context.reportDiagnostic({ format, target: operation })
    },
  }),
})

function isText({ type }: ModelProperty): boolean {
  return (type.kind === 'Scalar' && type.name !== 'boolean') || type.kind === 'Model'
}

/** A currency, a language and the start of a route also have a `from`. */
function isPerson(program: Program, field: ModelProperty): boolean {
  return !/\b(currency|language|start|route|period)\b/i.test(getDoc(program, field) ?? '')
}
