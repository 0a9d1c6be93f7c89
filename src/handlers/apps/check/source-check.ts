import type { SourceReport } from './report.ts'
import { type SourceChecker, UncheckableSource } from './source-checker.ts'

/**
 * What a source holds; one that cannot be read in the time and memory that there are has that as its only fault.
 *
 * @param subject whose source it is
 * @throws ApiError unavailable when too many wait
 */
export async function reportOn(checker: SourceChecker, subject: string, html: string): Promise<SourceReport> {
  try {
    return await checker.source(subject, html)
  } catch (failure) {
    if (!(failure instanceof UncheckableSource)) throw failure
    const message = 'The source takes too long or too much memory to check; make it simpler.'
    return { issues: [{ rule: 'too_complex', message }], calls: [] }
  }
}
