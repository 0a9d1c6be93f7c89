import { answerWork } from '#runtime/base/supervised-work.ts'
import { failureOf, runImap } from './imap-session.ts'
import type { ImapTold, ImapWork } from './imap-types.ts'

answerWork(
  (work: ImapWork): Promise<ImapTold> =>
    runImap(work).then(
      (result) => ({ result }),
      (failure: unknown) => ({ failure: failureOf(failure) }),
    ),
)
