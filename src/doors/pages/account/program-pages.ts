import { type Request, type Response, Router } from 'express'
import { partsOf, SCOPE_CLASSES } from '#runtime/accounts/scope-classes.ts'
import { html } from '#runtime/base/html.ts'
import { noticeOf } from '#runtime/kit/notice.ts'
import type { AllowedProgram } from '#runtime/oauth/allowed-programs.ts'
import { resourceOf } from '#runtime/oauth/resources.ts'
import { buttonForm, linkButton, moment, notice, offsetOf, pageLinks } from '../kit/form-fields.ts'
import { codeBlock, recordTable } from '../kit/layout.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/settings/programs'
const revokePlace = '/settings/programs/revoke'
const pageSize = 50

const notices: Readonly<Record<string, string>> = {
  revoked: 'The program can no longer use your account.',
}

/** `/settings/programs`: the programs that have signed in for this account, and their permissions. */
export function programPages(services: AccountServices): Router {
  const { oauth, tokens, record } = services
  const router = Router()
  router.get(place, (req, res) => showPrograms(services, req, res))
  router.get(revokePlace, async (req, res) => {
    const program = await oauth.allowed.get(accountOf(res).id, String(req.query.program))
    show(res, { title: 'Revoke a program', place, main: question(program, visitorOf(res).csrfToken) })
  })
  router.post(revokePlace, async (_req, res) => {
    const { id } = await oauth.allowed.get(accountOf(res).id, formOf(res).text('program'))
    await tokens.revoke(id)
    await record(res, 'program_revoked', { detail: id })
    res.redirect(303, `${place}?done=revoked`)
  })
  return router
}

async function showPrograms(services: AccountServices, req: Request, res: Response): Promise<void> {
  const { oauth, profiles, baseUrl } = services
  const { id } = accountOf(res)
  const offset = offsetOf(req.query.offset)
  const [{ timeZone }, { programs, total }] = await Promise.all([
    profiles.get(id),
    oauth.allowed.page(id, { offset, limit: pageSize }),
  ])
  const main = html`${notice(noticeOf(notices, req.query.done))}<p>Programs that sign in on your behalf ask for your consent, here in your browser.
An MCP client needs only this address:</p>
${codeBlock(resourceOf('mcp', baseUrl), 'The address for programs')}${
  total > 0 ? programTable(programs, timeZone) : html`<p>You have not allowed any programs yet.</p>\n`
}${pageLinks('programs', { offset, total, pageSize }, (to) => `${place}?offset=${to}`)}<p class="note">A program that cannot
sign in can send one of your <a href="/settings/tokens">tokens</a>.</p>
`
  show(res, { title: 'Programs', place, main })
}

function programTable(programs: readonly AllowedProgram[], timeZone: string) {
  const rows = programs.map((program) => [
    html`${program.host ?? `“${program.name}”`}${program.host !== undefined && html`, “${program.name}”`}`,
    html`${permissions(program).map((line) => html`${line}<br>`)}${program.audience === 'mcp' && 'as tools'}`,
    program.lastUsedAtMs === undefined ? html`never` : moment(program.lastUsedAtMs, timeZone),
    moment(program.createdAtMs, timeZone),
    linkButton(revokePlace, ['program', program.id], 'Revoke', {
      'aria-label': `Revoke ${program.host ?? `“${program.name}”`}`,
    }),
  ])
  return recordTable('Programs', ['Program', 'May', 'Last used', 'Allowed', 'Revoke'], rows)
}

/** `read notes, tasks` and so on. */
function permissions({ granted }: AllowedProgram): string[] {
  const whole = [...granted.services, ...granted.capabilities]
  return SCOPE_CLASSES.flatMap((each) => {
    const single = granted.scopes.map(partsOf).filter(({ scopeClass }) => scopeClass === each)
    const names = [...(each === 'read' || granted.actions ? whole : []), ...single.map(({ family }) => family)]
    return names.length > 0 ? [`${each} ${names.join(', ')}`] : []
  })
}

/** Asks for confirmation before a program is revoked: it stops working at once. */
function question(program: AllowedProgram, csrfToken: string) {
  return html`<p>Revoke the permissions of <b>${program.host ?? `“${program.name}”`}</b>? It loses access immediately and has to ask
for your consent again.</p>
${buttonForm(revokePlace, csrfToken, ['program', program.id], 'Revoke the program', { class: 'danger' })}<p><a href="${place}">Keep it</a></p>
`
}
