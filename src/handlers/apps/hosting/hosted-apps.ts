import type { Reader } from '#runtime/store/types.ts'
import * as apps from '../rows/apps.ts'
import * as builds from '../rows/builds.ts'
import type { AppContent } from '../save-app.ts'

/** An app as it is hosted: of an account, or paid for by a wallet. */
export type HostedApp = Pick<
  apps.WholeAppRow,
  'id' | 'owner' | 'slug' | 'name' | 'description' | 'author' | 'icon' | 'html' | 'price'
>

/** An app that the reader may open. @param reader an account id; `''` without an account */
export async function hostedAppBySlug(store: Reader, slug: string, reader: string): Promise<HostedApp | undefined> {
  const app = await store.get<apps.WholeAppRow>(apps.visible({ slug, reader }))
  if (app || !slug.startsWith('build-')) return app
  return walletApp(await store.get<builds.WholeBuildRow>(builds.walletsApp({ slug })))
}

/** An app by its id, for a reader whose access was checked before. */
export async function hostedAppById(store: Reader, id: string): Promise<HostedApp | undefined> {
  if (!id.startsWith('build_')) return store.get<apps.WholeAppRow>(apps.byId({ id }))
  return walletApp(await store.get<builds.WholeBuildRow>(builds.wholeById({ id })))
}

/** The app of a wallet, which anyone who has its address may open; its id is that of the build. */
function walletApp(row: builds.WholeBuildRow | undefined): HostedApp | undefined {
  if (!row?.candidate || row.state !== 'complete' || row.owner !== null) return undefined
  const { name, description, icon, html } = JSON.parse(row.candidate) as AppContent
  const anonymous = { owner: 'wallet', author: 'someone without an account', price: 0 }
  return { id: row.id, slug: row.slug ?? '', name, description, icon, html, ...anonymous }
}
