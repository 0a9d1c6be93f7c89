import { answerWork } from '#runtime/base/supervised-work.ts'
import { parseArticle } from './parse-article.ts'
import { parseFeed } from './parse-feed.ts'
import type { ReadingJob, ReadingResult } from './parsed-feed.ts'

answerWork((job: ReadingJob): ReadingResult => {
  try {
    if (job.kind === 'feed') return { feed: parseFeed(job.text, job.url, job.nowMs) }
    return { article: parseArticle(job.html) }
  } catch (failure) {
    return { failure: failure instanceof Error ? failure.message : 'cannot be read' }
  }
})
