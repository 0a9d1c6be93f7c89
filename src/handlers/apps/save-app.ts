import { ApiError } from '#runtime/base/errors.ts'
import { newId } from '#runtime/base/ids.ts'
import type { Writer } from '#runtime/store/types.ts'
import * as rows from './rows/apps.ts'
import { isReserved } from './slugs.ts'

/** Apps of an account. */
const maxApps = 500

/** What an app is, beside whose it is and where. */
export interface AppContent {
  readonly name: string
  readonly description: string
  /** As `joinTags` joins them. */
  readonly tags: string
  readonly icon: string | null
  readonly html: string
  /** The operations that the source calls. */
  readonly calls: readonly string[]
}

export interface NewApp extends AppContent {
  readonly owner: string
  readonly public: boolean
  /** In micro-credits. */
  readonly price: number
  readonly origin: { readonly kind: 'created' | 'build' | 'fork'; readonly slug?: string; readonly build?: string }
  readonly now: number
}

/**
 * Stores a new app under the first of these slugs that is free.
 *
 * @param wanted whether the caller has named the slug: then there is only that one
 * @throws ApiError failed_precondition when it is taken, or the account has too many apps
 */
export async function insertApp(
  tx: Writer,
  app: NewApp,
  slugs: Iterable<string>,
  wanted: boolean,
): Promise<rows.WholeAppRow> {
  const { owner, name, description, tags, icon, html, now } = app
  const counted = await tx.get<{ count: number | string }>(rows.countOwned({ owner }))
  if (Number(counted?.count) >= maxApps) throw tooMany()
  const id = newId('app')
  for (const slug of slugs) {
    if (wanted && isReserved(slug)) throw taken(slug, 'reserved')
    const row = {
      id,
      owner,
      slug,
      ...contentOf(app),
      public: app.public,
      price: app.price,
      uses: 0,
      version: 1,
      origin_kind: app.origin.kind,
      origin_slug: app.origin.slug ?? null,
      origin_build: app.origin.build ?? null,
      created_at: now,
      updated_at: now,
    }
    const { changes } = await tx.run(tx.sql('apps').insert(row).onConflict('slug').ignore())
    if (changes > 0) {
      await keepVersion(tx, { id, owner, number: 1, name, description, tags, icon, html, calls: app.calls, now })
      return (await tx.get<rows.WholeAppRow>(rows.ownedById({ id, owner }))) as rows.WholeAppRow
    }
    if (wanted) throw taken(slug, 'taken')
  }
  throw new ApiError('failed_precondition', 'Every address that comes from this name is taken: give a slug.')
}

export interface Change {
  readonly content: AppContent
  /** In micro-credits. */
  readonly price: number
  readonly now: number
}

/** Changes one of the owner's apps, and keeps a version where its content differs from before. Returns it as it then is. */
export async function changeApp(tx: Writer, before: rows.WholeAppRow, change: Change): Promise<rows.WholeAppRow> {
  const { id, owner } = before
  const { content, price, now } = change
  const isNew = rows.contentColumns.some((column) => content[column] !== before[column])
  const number = before.version + (isNew ? 1 : 0)
  await tx.run(
    tx
      .sql('apps')
      .where({ id, owner })
      .update({ ...contentOf(content), price, version: number, updated_at: now }),
  )
  if (isNew) {
    const { name, description, tags, icon, html, calls } = content
    await keepVersion(tx, { id, owner, number, name, description, tags, icon, html, calls, now })
  }
  return (await tx.get<rows.WholeAppRow>(rows.ownedById({ id, owner }))) as rows.WholeAppRow
}

function contentOf({ name, description, tags, icon, html, calls }: AppContent) {
  return { name, description, tags, icon, html, size_bytes: Buffer.byteLength(html), calls: JSON.stringify(calls) }
}

interface KeptVersion extends AppContent {
  readonly id: string
  readonly owner: string
  readonly number: number
  readonly now: number
}

async function keepVersion(tx: Writer, { id, now, calls, ...version }: KeptVersion): Promise<void> {
  const row = {
    ...version,
    calls: JSON.stringify(calls),
    id: newId('version'),
    app: id,
    created_at: now,
    updated_at: now,
  }
  await tx.run(tx.sql('app_versions').insert(row))
  await tx.run(rows.forgetVersions({ app: id, before: version.number - rows.keptVersions }))
}

function tooMany(): ApiError {
  return new ApiError(
    'failed_precondition',
    `An account has at most ${maxApps} apps; delete one on its page at /settings/apps.`,
  )
}

function taken(slug: string, how: 'taken' | 'reserved'): ApiError {
  return new ApiError('failed_precondition', `The slug "${slug}" is ${how}; choose another one, or leave it out.`)
}
