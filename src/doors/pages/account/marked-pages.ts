import { type Response, Router } from 'express'
import { type MarkedRecord, maxListed } from '#runtime/accounts/marked-records.ts'
import { type Html, html } from '#runtime/base/html.ts'
import { oneLine, shorten } from '#runtime/base/text/shorten.ts'
import { markedPlace, placeOfMarked } from '#runtime/kit/origin.ts'
import { form, notice } from '../kit/form-fields.ts'
import { codeBlock } from '../kit/layout.ts'
import type { AccountServices } from './services.ts'
import { show } from './show.ts'
import { accountOf, formOf, visitorOf } from './visitor.ts'

const place = '/settings/data'
const maxName = 100

/**
 * `/settings/marked`: the records that a model wrote after it had read text by others. Only a person who has signed in
 * gets here, so only a person confirms one.
 */
export function markedPages(services: AccountServices): Router {
  const { marked } = services
  const router = Router()
  router.get(markedPlace, (req, res) => showList(services, res, req.query.done === 'confirmed'))
  router.get(`${markedPlace}/:table/:id`, async (req, res) => {
    const record = await marked.find(accountOf(res).id, req.params)
    if (!record) return showMissing(res)
    return showRecord(services, res, record)
  })
  router.post(`${markedPlace}/:table/:id`, async (req, res) => {
    const { id: account } = accountOf(res)
    const digest = formOf(res).text('digest')
    if (await marked.confirm(account, { ...req.params, digest })) {
      return res.redirect(303, `${markedPlace}?done=confirmed`)
    }
    const record = await marked.find(account, req.params)
    return record ? showRecord(services, res, record, true) : showMissing(res)
  })
  return router
}

async function showList({ marked, familyOfTable }: AccountServices, res: Response, isDone: boolean): Promise<void> {
  const found = await marked.list(accountOf(res).id)
  const items = found.map(
    ({ table, id, name }) =>
      html`<li>${familyOfTable.get(table)}: <a href="${placeOfMarked(table, id)}">${shorten(oneLine(name), maxName)}</a></li>\n`,
  )
  const list =
    found.length === 0
      ? html`<p>You have no marked records.</p>\n`
      : html`<ul class="long">\n${items}</ul>\n<p class="note">At most ${maxListed} of each kind are listed.</p>\n`
  const main = html`${notice(isDone ? 'The record is no longer marked.' : undefined)}<p>The agent or a program wrote these records after it had read text written by others. They may contain instructions that are not yours. As long as a record is marked, an agent that reads it asks you before it acts.</p>
${list}`
  show(res, { title: 'Text written by others', place, main })
}

function showRecord({ familyOfTable }: AccountServices, res: Response, record: MarkedRecord, hasChanged = false): void {
  const { table, id, texts, digest } = record
  const changed = hasChanged && html`<p class="problem" role="alert">The record has changed. Read it again.</p>\n`
  const parts: Html[] = texts.map(({ column, text }) => html`<h2>${column}</h2>\n${codeBlock(text, column)}`)
  const main = html`${changed}<p>This record in ${familyOfTable.get(table)} was written after text written by others had been read. Confirm it only if you would have written it yourself.</p>
${parts}${form(
  placeOfMarked(table, id),
  visitorOf(res).csrfToken,
  html`<input type="hidden" name="digest" value="${digest}">\n<button>I have checked this</button>\n`,
)}<p><a href="${markedPlace}">All marked records</a></p>
`
  show(res, { title: 'Check a record', place, main }, hasChanged ? 409 : 200)
}

function showMissing(res: Response): void {
  const main = html`<p>You have no such marked record. <a href="${markedPlace}">All marked records</a></p>\n`
  show(res, { title: 'No such record', place, main }, 404)
}
