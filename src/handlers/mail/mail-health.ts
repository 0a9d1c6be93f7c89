import type { Finding } from '#runtime/kit/finding.ts'
import { totalOf } from '#runtime/store/total.ts'
import { checkCertificate } from './examine.ts'
import type { MailDeps } from './index.ts'
import * as deliveries from './rows/deliveries.ts'

const lateMs = 3_600_000
/** Without a relay, a message can also wait for its recipient's server: only many mean that something is wrong here. */
const maxLateWithoutRelay = 10

/** The state of outgoing mail, and of the certificate for incoming mail. */
export async function mailHealth({ store, settings, clock }: Pick<MailDeps, 'store' | 'settings' | 'clock'>) {
  const certificate = await checkCertificate(settings, clock.now())
  const late = await totalOf(store, deliveries.countQueuedBefore({ before: clock.now() - lateMs }))
  return [queueFinding(late, settings.smtpUrl !== undefined), ...(certificate ? [certificate] : [])]
}

function queueFinding(late: number, usesRelay: boolean): Finding {
  const what = 'mail queue'
  const detail =
    late === 1 ? '1 message has waited for more than an hour' : `${late} messages have waited for more than an hour`
  if (late <= (usesRelay ? 0 : maxLateWithoutRelay)) return { what, state: 'works', detail }
  return { what, state: 'broken', detail: `${detail}. The reasons are at /settings/mail.` }
}
