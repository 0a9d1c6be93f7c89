import type { Response } from 'express'
import { type Html, html } from '#runtime/base/html.ts'
import { moment } from '../kit/form-fields.ts'
import { recordTable } from '../kit/layout.ts'
import type { AccountServices } from './services.ts'
import { accountOf } from './visitor.ts'

/** What is broken now, for `/admin`. */
export async function problemParts(
  { alerts, profiles }: Pick<AccountServices, 'alerts' | 'profiles'>,
  res: Response,
): Promise<Html> {
  const [{ timeZone }, broken] = await Promise.all([profiles.get(accountOf(res).id), alerts.list()])
  if (broken.length === 0) return html``
  const rows = broken.map(({ what, detail, sinceMs, noticedMs }) => [
    html`${what}`,
    html`${detail}`,
    moment(sinceMs, timeZone),
    noticedMs === undefined ? html`not yet` : moment(noticedMs, timeZone),
  ])
  return html`<p>Administrators get a notice when a problem begins, once a day until it ends, and when it has ended.</p>
${recordTable('Problems', ['What', 'Problem', 'Since', 'Last notice'], rows)}`
}
