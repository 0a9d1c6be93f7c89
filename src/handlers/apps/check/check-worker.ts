import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { iconFault } from './read-icon.ts'
import { readSource } from './read-source.ts'
import type { CheckJob, CheckResult } from './report.ts'

// On Linux, pid 0 means only the calling thread; elsewhere it is the whole process, which must not be slowed down.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)

function resultOf(job: CheckJob): CheckResult {
  if (job.kind === 'source') return { report: readSource(job.html) }
  const fault = iconFault(job.icon)
  return fault === undefined ? {} : { fault }
}

parentPort?.on('message', (job: CheckJob) => {
  let result: CheckResult
  try {
    result = resultOf(job)
  } catch (failure) {
    result = { failure: failure instanceof Error ? failure.message : 'cannot be read' }
  }
  parentPort?.postMessage(result)
})

parentPort?.postMessage('ready')
