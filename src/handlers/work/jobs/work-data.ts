import type { AgentMessage, AgentResult } from '#runtime/agent/types.ts'
import { isDeep } from '#runtime/outbound/models/object.ts'
import type { SchemaCheck } from '#runtime/outbound/models/schemas/schema-check.ts'

/** How often a result may be requested again. */
const maxRequests = 2
/** Characters of a result as JSON. */
const maxData = 100_000

/** What the agent gets besides the rule for its report. */
export function dataRule(schema: string): string {
  return `If the work is done, the JSON object also has "data": the result as a JSON object that is valid against this JSON schema:\n${schema}`
}

const dataRequest =
  'Respond with only the JSON object that belongs in data, without these faults. It must be valid against the JSON schema in your instructions.'

/** A valid result, or a sentence that says why the agent gave none. */
type Data = { readonly data: object; readonly error?: undefined } | { readonly error: string }

/**
 * The result of work in the form that its submitter requires.
 *
 * @param reported the value in the report; undefined if it has none
 * @param request lets the agent answer these messages, without tools
 * @throws UnusableSchema if a value takes too long to check
 */
export async function dataOf(
  check: SchemaCheck,
  reported: unknown,
  messages: readonly AgentMessage[],
  request: (messages: readonly AgentMessage[]) => Promise<Pick<AgentResult, 'text'>>,
): Promise<Data> {
  const conversation = [...messages]
  let data = reported
  for (let requests = 0; ; requests += 1) {
    const faults = await faultsOf(check, data)
    if (faults.length === 0) return { data: data as object }
    if (requests === maxRequests) {
      const tries = `the agent gave no valid result in ${maxRequests + 1} tries`
      return { error: `The result does not match result_schema, because ${tries}: ${faults.join('; ')}.` }
    }
    // The faults name parts of what the model wrote, so they are data.
    conversation.push({ role: 'other', text: faults.join('\n') }, { role: 'owner', text: dataRequest })
    const { text } = await request(conversation)
    conversation.push({ role: 'agent', text })
    data = objectIn(text)
  }
}

async function faultsOf(check: SchemaCheck, data: unknown): Promise<readonly string[]> {
  if (data === undefined) return ['there is no data']
  if (isDeep(data)) return ['data is nested too deeply']
  if (JSON.stringify(data).length > maxData) return [`data has more than ${maxData} characters`]
  return check.faults(data)
}

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}
