import { z } from 'zod'
import { firstCharacters } from '#runtime/base/text/first-characters.ts'

/** Characters of a result that are stored. */
const maxResult = 100_000
const maxEvidence = 20
const maxEvidenceCharacters = 500

/** Instructions on the form in which the agent ends a piece of work. */
export const reportRule = `This is a piece of work in the background: nobody reads along and nobody can reply. Do it with your tools. End with nothing but one JSON object of this form:
{"status": "done", "summary": "...", "evidence": ["..."]}
"status" is "done" only if all of it is done, else "blocked". "summary" is the result, complete in itself; if blocked, what is needed or what stands in the way. "evidence" has one entry for each thing that shows that it is done: the id or title of what a tool made or changed, or what was found and where. Without evidence it is not done.`

/** Requests the report again, without the work. */
export const reportRequest = 'Respond with only the JSON object, with "status", "summary" and "evidence".'

const report = z.object({
  status: z.enum(['done', 'blocked']),
  summary: z
    .string()
    .trim()
    .min(1)
    .transform((text) => firstCharacters(text, maxResult)),
  evidence: z
    .array(z.string().trim())
    .catch([])
    .transform((entries) =>
      entries
        .filter((entry) => entry !== '')
        .slice(0, maxEvidence)
        .map((entry) => firstCharacters(entry, maxEvidenceCharacters)),
    ),
  /** The result in the form that the work requires. */
  data: z.unknown().optional(),
})

/** How a piece of work ended, in the agent's words. */
export type Report = z.output<typeof report>

/** The report in an answer: the whole answer, or the last JSON object in it that is a report. */
export function reportIn(answer: string): Report | undefined {
  for (let start = answer.lastIndexOf('{'), tries = 0; start >= 0 && tries < 200; tries += 1) {
    const end = answer.lastIndexOf('}')
    const found = end > start ? parsed(answer.slice(start, end + 1)) : undefined
    if (found) return found
    start = start === 0 ? -1 : answer.lastIndexOf('{', start - 1)
  }
  return undefined
}

function parsed(text: string): Report | undefined {
  try {
    const { success, data } = report.safeParse(JSON.parse(text))
    return success ? data : undefined
  } catch {
    return undefined
  }
}
