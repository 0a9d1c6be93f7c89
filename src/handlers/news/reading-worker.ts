import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { parseArticle } from './parse-article.ts'
import { parseFeed } from './parse-feed.ts'
import type { ReadingJob, ReadingResult } from './parsed-feed.ts'

// On Linux, pid 0 means only the calling thread; elsewhere it is the whole process, which must not be slowed down.
if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)

parentPort?.on('message', (job: ReadingJob) => {
  let result: ReadingResult
  try {
    result =
      job.kind === 'feed' ? { feed: parseFeed(job.text, job.url, job.nowMs) } : { article: parseArticle(job.html) }
  } catch (failure) {
    result = { failure: failure instanceof Error ? failure.message : 'cannot be read' }
  }
  parentPort?.postMessage(result)
})

parentPort?.postMessage('ready')
