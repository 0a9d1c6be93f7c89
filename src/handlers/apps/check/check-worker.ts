import { answerWork } from '#runtime/base/supervised-work.ts'
import { iconFault } from './icon-fault.ts'
import { readSource } from './read-source.ts'
import type { CheckJob, CheckResult } from './report.ts'

function resultOf(job: CheckJob): CheckResult {
  if (job.kind === 'source') return { report: readSource(job.html) }
  const fault = iconFault(job.icon)
  return fault === undefined ? {} : { fault }
}

answerWork((job: CheckJob): CheckResult => {
  try {
    return resultOf(job)
  } catch (failure) {
    return { failure: failure instanceof Error ? failure.message : 'cannot be read' }
  }
})
