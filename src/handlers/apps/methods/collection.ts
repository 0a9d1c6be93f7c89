import type { Handler, Result } from '#generated/server/handlers.ts'
import { StreamedResult } from '#runtime/calls/streamed.ts'
import { keysetPages } from '#runtime/store/keyset.ts'
import type { AppsDeps } from '../index.ts'
import { summaryOf } from '../results.ts'
import { type AppRow, ownedAfter } from '../rows/apps.ts'

const pageSize = 50
const end = { updated_at: Number.MAX_SAFE_INTEGER, id: '' }

export default ({ baseUrl }: AppsDeps): Handler<'apps.collection'> =>
  async (_args, ctx) => {
    const owner = ctx.account.id
    const pages = keysetPages<AppRow>(pageSize, (last, size) => {
      const { updated_at, id } = last ?? end
      return ctx.store.all(ownedAfter({ owner, updated_at: Number(updated_at), id, size }))
    })
    return new StreamedResult<Result<'apps.collection'>>({ items: summaries(pages, baseUrl) })
  }

async function* summaries(pages: AsyncIterable<AppRow[]>, baseUrl: string) {
  for await (const page of pages) yield page.map((row) => summaryOf(row, baseUrl))
}
