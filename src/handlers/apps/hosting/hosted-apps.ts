import type { Reader } from '#runtime/store/types.ts'
import * as apps from '../rows/apps.ts'
import * as builds from '../rows/builds.ts'
import type { AppContent } from '../save-app.ts'

/** An app as it is hosted: a stored one, or one that a wallet has paid for. */
export type HostedApp = Pick<
  apps.WholeAppRow,
  'id' | 'owner' | 'slug' | 'name' | 'description' | 'author' | 'icon' | 'html' | 'price'
>

/** The app of a wallet, which whoever has its address may open; its id is that of the build. */
function walletsApp(row: builds.WholeBuildRow | undefined): HostedApp | undefined {
  if (!row?.candidate || row.state !== 'complete' || row.owner !== null) return undefined
  const { name, description, icon, html } = JSON.parse(row.candidate) as AppContent
  const nobody = { owner: 'wallet', author: 'whoever ordered it, without an account', price: 0 }
  return { id: row.id, slug: row.slug ?? '', name, description, icon, html, ...nobody }
}

/** The apps that are hosted. */
export interface HostedApps {
  /** An app by its slug, as the reader may open it. `''` stands for a reader without an account. */
  bySlug(slug: string, viewer: string): Promise<HostedApp | undefined>
  /** An app by its id, for those who were let in already. */
  byId(id: string): Promise<HostedApp | undefined>
}

export function createHostedApps(store: Reader): HostedApps {
  return {
    async bySlug(slug, viewer) {
      const stored = await store.get<apps.WholeAppRow>(apps.visible({ slug, reader: viewer }))
      if (stored || !slug.startsWith('build-')) return stored
      return walletsApp(await store.get<builds.WholeBuildRow>(builds.walletsApp({ slug })))
    },
    async byId(id) {
      if (!id.startsWith('build_')) return store.get<apps.WholeAppRow>(apps.byId({ id }))
      return walletsApp(await store.get<builds.WholeBuildRow>(builds.wholeById({ id })))
    },
  }
}
