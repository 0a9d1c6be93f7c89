import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import type { Writer } from '#runtime/store/types.ts'
import * as rows from './rows/apps.ts'
import { isReserved } from './slugs.ts'

/** Apps of an account. */
const maxApps = 500

/** The part of an app that its versions store. */
export interface AppContent {
  readonly name: string
  readonly description: string
  /** As `joinTags` joins them. */
  readonly tags: string
  readonly icon: string | null
  readonly html: string
  /** Ids of the operations that the source calls. */
  readonly calls: readonly string[]
}

export interface NewApp extends AppContent {
  readonly owner: string
  readonly public: boolean
  /** In micro-credits. */
  readonly price: number
  /** Whether its texts may be by others. */
  readonly byOthers?: boolean
  readonly origin: { readonly kind: 'created' | 'build' | 'fork'; readonly slug?: string; readonly build?: string }
  readonly now: number
}

export function contentOf(row: Pick<rows.WholeAppRow, keyof AppContent>): AppContent {
  const { name, description, tags, icon, html, calls } = row
  return { name, description, tags, icon, html, calls: JSON.parse(calls) as string[] }
}

/**
 * Stores a new app.
 *
 * @param slugs the slug that the caller has chosen, or several of which the first free one is taken
 * @throws ApiError failed_precondition if the slug is taken, or if the account has too many apps
 */
export async function insertApp(tx: Writer, app: NewApp, slugs: string | Iterable<string>): Promise<rows.WholeAppRow> {
  const { owner, origin, now } = app
  const isChosen = typeof slugs === 'string'
  const counted = await tx.get<{ count: number | string }>(rows.countOwned({ owner }))
  if (Number(counted?.count) >= maxApps) throw tooMany()
  const id = newId('app')
  for (const slug of isChosen ? [slugs] : slugs) {
    if (isChosen && isReserved(slug)) throw unavailable(slug, 'reserved')
    const row = {
      ...{ id, owner, slug, ...columnsOf(app), public: app.public, price: app.price, uses: 0, version: 1 },
      ...{ origin_kind: origin.kind, origin_slug: origin.slug ?? null, origin_build: origin.build ?? null },
      ...{ created_at: now, updated_at: now },
      ...(app.byOthers === true ? { by_others: true } : {}),
    }
    if (await rows.insertIfFree(tx, row)) {
      await storeVersion(tx, { id, owner, number: 1, now }, app)
      return (await tx.get<rows.WholeAppRow>(rows.ownedById({ id, owner }))) as rows.WholeAppRow
    }
    if (isChosen) throw unavailable(slug, 'taken')
  }
  throw new ApiError('failed_precondition', 'Every slug derived from this name is taken. Specify a slug.')
}

export interface Change {
  readonly content: AppContent
  /** In micro-credits. */
  readonly price: number
  /** Whether the content may be by others. */
  readonly byOthers?: boolean
  readonly now: number
}

/** Changes one of the owner's apps and returns it. A change of its content is stored as a version. */
export async function changeApp(
  tx: Writer,
  before: rows.WholeAppRow,
  { content, price, byOthers, now }: Change,
): Promise<rows.WholeAppRow> {
  const { id, owner } = before
  const isNewVersion = rows.contentColumns.some((column) => content[column] !== before[column])
  const number = before.version + (isNewVersion ? 1 : 0)
  const mark = byOthers === true ? { by_others: true } : {}
  await rows.update(tx, { id, owner }, { ...columnsOf(content), price, version: number, updated_at: now, ...mark })
  if (isNewVersion) await storeVersion(tx, { id, owner, number, now }, content)
  return (await tx.get<rows.WholeAppRow>(rows.ownedById({ id, owner }))) as rows.WholeAppRow
}

function columnsOf({ name, description, tags, icon, html, calls }: AppContent) {
  return { name, description, tags, icon, html, size_bytes: Buffer.byteLength(html), calls: JSON.stringify(calls) }
}

async function storeVersion(
  tx: Writer,
  { id, owner, number, now }: { id: string; owner: string; number: number; now: number },
  content: AppContent,
): Promise<void> {
  const { size_bytes: _, ...columns } = columnsOf(content)
  await rows.insertVersion(tx, {
    ...{ id: newId('version'), app: id, owner, number, ...columns },
    ...{ created_at: now, updated_at: now },
  })
}

function tooMany(): ApiError {
  return new ApiError(
    'failed_precondition',
    `An account can have at most ${maxApps} apps. Delete one on its page at /settings/apps.`,
  )
}

function unavailable(slug: string, reason: 'taken' | 'reserved'): ApiError {
  return new ApiError('failed_precondition', `The slug "${slug}" is ${reason}. Choose another slug, or omit it.`)
}
