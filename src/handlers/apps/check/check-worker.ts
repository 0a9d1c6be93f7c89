import { answerWork } from '#runtime/base/supervised-work.ts'
import { iconFault } from './icon-fault.ts'
import { readSource, type SourceReport } from './read-source.ts'

export type CheckJob =
  | { readonly kind: 'source'; readonly html: string }
  | { readonly kind: 'icon'; readonly icon: string }

/** `fault` and `failure`, which is a check that could not be completed, end a sentence about the source or icon. */
export type CheckResult =
  | { readonly report: SourceReport }
  | { readonly fault: string | undefined }
  | { readonly failure: string }

answerWork((job: CheckJob): CheckResult => {
  try {
    return job.kind === 'source' ? { report: readSource(job.html) } : { fault: iconFault(job.icon) }
  } catch {
    return { failure: 'cannot be checked. Make it simpler' }
  }
})
