import type { OperationFacts } from '../../tools/codegen/operations.ts'
import type { LanguageName } from '../../tools/codegen/targets/samples/index.ts'

/**
 * The body of the response that the output of a sample shows: commands of curl print it whole, those of MCP inside a
 * JSON-RPC response, and clients without its envelope.
 *
 * @throws Error for output that is no JSON, and for an error of MCP
 */
export function bodyOf(language: LanguageName, { envelope }: OperationFacts, output: string): unknown {
  const printed = jsonIn(output)
  if (language === 'curl') return printed
  const result = language === 'mcp' ? structuredContent(printed) : printed
  return envelope === 'result' ? { result } : result
}

function jsonIn(output: string): unknown {
  // A response of MCP may be a stream of one event.
  const text = /^data: (.+)$/m.exec(output)?.[1] ?? output
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`printed no JSON: ${output.slice(0, 500)}`)
  }
}

function structuredContent(response: unknown): unknown {
  const { result } = response as { result?: { structuredContent?: unknown; isError?: boolean } }
  if (result?.structuredContent === undefined || result.isError)
    throw new Error(`returned an error: ${JSON.stringify(response).slice(0, 500)}`)
  return result.structuredContent
}
