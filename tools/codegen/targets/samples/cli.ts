import { type Document, sampleUrl } from '#runtime/base/openapi.ts'
import { typedArguments } from '../../../../src/doors/cli/calls/described.ts'
import { quoted } from '../../../../src/doors/cli/calls/spelling.ts'
import type { OperationFacts } from '../../operations.ts'
import { maxWidth } from './layout.ts'

/**
 * A command of `onedoor` for a POSIX shell that makes one call and prints its result. It names the server
 * `http://localhost:8080`; it reads the token from `ONEDOOR_TOKEN` and a payment from `ONEDOOR_PAYMENT` itself.
 * A second form is called by the name of the first.
 */
export function cliSample(_document: Document, operation: OperationFacts, args: Record<string, unknown>): string {
  const { id, formOf = id } = operation
  const command = `ONEDOOR_URL=${sampleUrl} onedoor ${formOf.replace('.', ' ')}`
  const words = [command, ...Object.keys(args).flatMap((name) => optionsOf(name, args))]
  const line = words.join(' ')
  return line.length <= maxWidth ? line : words.join(' \\\n  ')
}

/** The option of an argument with its value; a list repeats the option. */
function optionsOf(name: string, args: Record<string, unknown>): string[] {
  const words = typedArguments({ args: [{ name }] }, args).map(quoted)
  if (typeof args[name] === 'boolean') return words
  return words.flatMap((word, index) => (index % 2 === 0 ? [`${word} ${words[index + 1]}`] : []))
}
