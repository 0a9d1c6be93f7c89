import { serve } from '../../runtime/base/query.ts'
import { archivedItem } from './contracts.ts'
import type { ArchiveDeps } from './index.ts'
import * as rows from './rows.ts'

/** What was published just now is found after the archive's own delivery of it. */
export const serveItem = ({ store, bus }: ArchiveDeps) =>
  serve(archivedItem, async ({ id }) => {
    let row = await rows.find(store, id)
    if (!row && (await bus.reached('archive'))) row = await rows.find(store, id)
    if (!row) return undefined
    const { kind, title, text, url, source } = row
    return { id, kind, title, text, url: url ?? undefined, source }
  })
