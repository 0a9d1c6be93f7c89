import { createRule, getDoc, type Namespace, type Program, paramMessage, type Type } from '@typespec/compiler'
import { isOfService } from '../operations.ts'

/** A status as a sentence names it: "a 400", "fails with 409". "The 500 newest" counts something. */
const status =
  /\b(?:an?|the|same|with|returns?|status|gets?|code)\s+(?:HTTP\s+)?[45]\d\d\b(?![-\w])(?!\s+(?!(?:and|as|because|for|if|or|unless|until|what|when|which|with)\b)[a-z])/i
const verb = /(?:^|[^`\w])(GET|POST)\b/

/**
 * Clients branch on codes: one status is several of them, and tools and commands have neither statuses nor verbs. The
 * older services and the addresses that are not methods have no codes.
 */
export const noHttpRule = createRule({
  name: 'no-http',
  severity: 'warning',
  description: 'Descriptions name error codes, not HTTP statuses or verbs.',
  messages: {
    default: paramMessage`The description of ${'name'} mentions "${'words'}". Name the error code that callers get, such as "fails with \`not_found\`".`,
    verb: paramMessage`The description of ${'name'} mentions ${'words'}. Describe what the method does: tools and commands have no verbs.`,
  },
  create: (context) => {
    const { program } = context
    const check = (type: Type, name: string, namespace: Namespace | undefined) => {
      if (!isTools(program, namespace)) return
      const text = getDoc(program, type) ?? ''
      const [words] = status.exec(text) ?? []
      if (words) context.reportDiagnostic({ format: { name, words }, target: type })
      const [, spoken] = verb.exec(text) ?? []
      if (spoken) context.reportDiagnostic({ messageId: 'verb', format: { name, words: spoken }, target: type })
    }
    return {
      operation: (operation) => {
        if (operation.interface) check(operation, operation.name, operation.interface.namespace)
      },
      modelProperty: (property) => {
        const { model } = property
        if (model?.name) check(property, `${model.name}.${property.name}`, model.namespace)
      },
      // Linters visit enums, never their members.
      enum: (type) => {
        for (const member of type.members.values()) check(member, `${type.name}.${member.name}`, type.namespace)
      },
    }
  },
})

/** The API's own namespace, without `Onedoor.Legacy` and `Onedoor.Doors`. */
function isTools(program: Program, namespace: Namespace | undefined): boolean {
  if (!isOfService(program, namespace)) return false
  for (let at = namespace; at; at = at.namespace) if (at.name === 'Legacy' || at.name === 'Doors') return false
  return true
}
