import { Router } from 'express'
import type { Result } from '#generated/server/handlers.ts'
import { type FamilyPages, faultOf, type Site } from '#runtime/kit/site.ts'
import { argsOf, filterOf, place } from './filter.ts'
import { listPage } from './list-page.ts'

/** `/settings/calls`: the log of an account's calls. */
export function callPages(site: Site): Omit<FamilyPages, 'path'> {
  const routes = Router()
  routes.get('/calls', async (req, res) => {
    const visit = site.visit(res)
    const timeZone = await visit.timeZone()
    const filter = filterOf(req.query)
    let found: Result<'calls.list'> = { items: [] }
    const error = await faultOf(async () => {
      found = await visit.call('calls.list', argsOf(filter, timeZone))
    })
    const { items, next_cursor: nextCursor } = found
    const main = listPage(site.controls, { filter, items, nextCursor, error, timeZone })
    visit.show({ title: 'Calls', place, main }, error?.status)
  })
  return { title: 'Calls', routes }
}
