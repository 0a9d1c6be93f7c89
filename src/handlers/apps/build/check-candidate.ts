import { maxHtmlBytes } from '../app-arguments.ts'
import { callableIds, checkCalls } from '../check/call-checks.ts'
import { contractOfApps } from '../check/callable.ts'
import type { SourceChecker } from '../check/source-checker.ts'
import type { BrowserTrials } from './browser-trial.ts'

const maxFaults = 20

export interface CandidateCheck {
  /** What has to be corrected, a sentence each. */
  readonly faults: readonly string[]
  /** Ids of the operations that it calls. */
  readonly calls: readonly string[]
  /** Whether it was opened in a browser. */
  readonly isTried: boolean
}

/**
 * Checks a candidate as `apps.test` does, and opens it if there is a browser.
 *
 * @param subject counts towards the fair share of the checker
 * @throws the reason of an aborted signal; ApiError unavailable if the checker is busy
 */
export async function checkCandidate(
  html: string,
  {
    checker,
    trials,
    subject,
    signal,
  }: { checker: SourceChecker; trials: BrowserTrials; subject: string; signal: AbortSignal },
): Promise<CandidateCheck> {
  const bytes = Buffer.byteLength(html)
  if (bytes > maxHtmlBytes) {
    const fault = `The document has ${bytes.toLocaleString('en')} bytes in UTF-8; at most 262,144 are allowed: make it shorter.`
    return { faults: [fault], calls: [], isTried: false }
  }
  const contract = await contractOfApps()
  const { issues, calls } = await checker.source(subject, html)
  const invalid = checkCalls(contract, calls).filter(({ ok }) => !ok)
  const faults = [
    // A model that had to stop leaves out the end.
    ...(/<\/html>\s*$/i.test(html) ? [] : ['The document does not end with </html>: write all of it.']),
    ...[...issues, ...invalid].map(({ message, line }) => `${line === undefined ? '' : `Line ${line}: `}${message}`),
  ]
  if (faults.length > 0) return { faults: faults.slice(0, maxFaults), calls: [], isTried: false }
  return { ...(await trials.try(html, signal)), calls: callableIds(contract, calls) }
}
