import { Router } from 'express'
import { type Html, html } from '#runtime/base/html.ts'
import type { Taint } from '#runtime/policy/taints.ts'
import { buttonForm, moment } from '../kit/form-fields.ts'
import { recordTable } from '../kit/layout.ts'
import type { AccountServices } from './services.ts'
import { accountOf, formOf } from './visitor.ts'

const place = '/settings/tokens'
const trustPlace = `${place}/trust`

/** Lets a person trust a program again. Only a person who has signed in gets here. */
export function trustRoutes({ taints, record }: AccountServices): Router {
  const router = Router()
  router.post(trustPlace, async (_req, res) => {
    const credential = formOf(res).text('credential')
    await taints.clear(accountOf(res).id, credential)
    await record(res, 'program_trusted', { detail: credential })
    res.redirect(303, `${place}?done=trusted`)
  })
  return router
}

/** The programs of an account that have read text by others, with their names; nothing if there are none. */
export async function taintedPrograms(
  { taints, spenders }: Pick<AccountServices, 'taints' | 'spenders'>,
  { accountId, csrfToken, timeZone }: { accountId: string; csrfToken: string; timeZone: string },
): Promise<Html | undefined> {
  const tainted = await taints.list(accountId)
  if (tainted.length === 0) return undefined
  const apps = new Map((await spenders(accountId)).map(({ subject, name }) => [subject, name]))
  const nameOf = ({ kind, name, credentialId }: Taint) =>
    kind === 'mcp' ? (name ?? credentialId) : `the app ${apps.get(credentialId) ?? credentialId}`
  const rows = tainted.map((taint) => [
    html`${nameOf(taint)}`,
    moment(taint.taintedAtMs, timeZone),
    buttonForm(trustPlace, csrfToken, ['credential', taint.credentialId], 'Trust again', {
      class: 'second',
      'aria-label': `Trust ${nameOf(taint)} again`,
    }),
  ])
  return html`<h2>Programs that have read text written by others</h2>
<p>Such text may have given the program instructions. Until you trust the program again, it needs your <a href="/approvals">approval</a>
to change, delete, publish or send anything.</p>
${recordTable('Programs that have read text written by others', ['Program', 'Since', 'Trust'], rows)}`
}
