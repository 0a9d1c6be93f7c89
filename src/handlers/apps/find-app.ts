import { ApiError } from '#runtime/base/errors.ts'
import type { Context } from '#runtime/calls/context.ts'
import * as rows from './rows/apps.ts'

/** An app that the caller may open. @throws ApiError not_found, the same for a private app of someone else */
export async function visibleApp({ store, viewer }: Context, slug: string): Promise<rows.WholeAppRow> {
  const row = await store.get<rows.WholeAppRow>(rows.visible({ slug, reader: viewer?.id ?? '' }))
  if (row) return row
  throw new ApiError(
    'not_found',
    `The app "${slug}" does not exist, or you cannot open it. Use apps.collection to list your apps, and see /apps for public apps.`,
  )
}

/** One of the caller's apps. @throws ApiError not_found */
export async function ownApp({ store, viewer }: Context, slug: string): Promise<rows.WholeAppRow> {
  const row = viewer && (await store.get<rows.WholeAppRow>(rows.owned({ slug, owner: viewer.id })))
  if (!row) throw noSuchOwnApp(slug)
  return row
}

export function noSuchOwnApp(slug: string): ApiError {
  return new ApiError('not_found', `You have no app "${slug}". Use apps.collection to list your apps.`)
}
