import { answerWork } from '#runtime/base/supervised-work.ts'
import type { ParsingJob, ParsingResult } from './document-parser.ts'
import { feedText } from './feed-text.ts'
import { parseArticle } from './parse-article.ts'
import { parseFeed } from './parse-feed.ts'

answerWork((job: ParsingJob): ParsingResult => {
  try {
    if (job.kind === 'feed') return { feed: parseFeed(feedText(job.bytes, job.contentType), job.url, job.nowMs) }
    return { article: parseArticle(job.html) }
  } catch (failure) {
    return { failure: failure instanceof Error ? failure.message : 'the document cannot be parsed' }
  }
})
