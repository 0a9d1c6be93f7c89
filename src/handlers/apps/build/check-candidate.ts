import { callsIn, maxHtmlBytes } from '../app-arguments.ts'
import { checkCalls } from '../check/call-checks.ts'
import { contractOfApps } from '../check/callable.ts'
import { reportOn } from '../check/source-check.ts'
import type { SourceChecker } from '../check/source-checker.ts'
import type { AppContent } from '../save-app.ts'
import type { Trials } from './browser-trial.ts'

const maxFaults = 20

/** What came of checking a candidate. */
export interface Checked {
  /** What has to be corrected, a sentence each. */
  readonly faults: readonly string[]
  /** The operations that it calls. */
  readonly calls: readonly string[]
  /** Whether it was opened in a browser. */
  readonly isTried: boolean
}

/**
 * Checks a candidate as `apps.test` does, and opens it where there is a browser.
 *
 * @param subject whose share of the checking it takes
 * @throws the reason of an aborted signal; ApiError unavailable where too much is being checked
 */
export async function checkCandidate(
  { html }: Pick<AppContent, 'html'>,
  {
    checker,
    trials,
    subject,
    signal,
  }: { checker: SourceChecker; trials: Trials; subject: string; signal: AbortSignal },
): Promise<Checked> {
  const bytes = Buffer.byteLength(html)
  if (bytes > maxHtmlBytes) {
    const fault = `The document has ${bytes.toLocaleString('en')} bytes in UTF-8 and may have 262,144: make it shorter.`
    return { faults: [fault], calls: [], isTried: false }
  }
  const contract = await contractOfApps()
  const { issues, calls } = await reportOn(checker, subject, html)
  const wrong = (await checkCalls(contract, calls)).filter(({ ok }) => !ok)
  const faults = [
    ...incomplete(html),
    ...[...issues, ...wrong].map(({ message, line }) => `${line === undefined ? '' : `Line ${line}: `}${message}`),
  ]
  if (faults.length > 0) return { faults: faults.slice(0, maxFaults), calls: [], isTried: false }
  const called = await callsIn(html, { checker, subject, contract })
  const trial = await trials.try(html, signal)
  return { faults: trial.faults, calls: called, isTried: trial.isTried }
}

/** A model that had to stop has left out the end. */
function incomplete(html: string): string[] {
  return /<\/html>\s*$/i.test(html) ? [] : ['The document does not end with </html>: write all of it.']
}
