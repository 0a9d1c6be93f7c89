import { answerWork } from '#runtime/base/supervised-work.ts'
import { failureOf, runImap } from './imap-session.ts'
import type { ImapOutcome, ImapWork } from './imap-types.ts'

answerWork(
  (work: ImapWork): Promise<ImapOutcome> =>
    runImap(work).then(
      (result) => ({ result }),
      (failure: unknown) => ({ failure: failureOf(failure) }),
    ),
)
