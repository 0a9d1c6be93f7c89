import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Cached, cached } from '../kit/cached.ts'

const require = createRequire(import.meta.url)

/** A file that the page loads. */
export interface Asset {
  readonly type: string
  readonly content: Cached
}

/** The files of the page by name, and a version that changes with any of them. */
export interface Assets {
  readonly version: string
  readonly assets: ReadonlyMap<string, Asset>
}

/** Reads Swagger UI from its package's build for browsers, and the page's own style and script. */
export async function readAssets(): Promise<Assets> {
  const packageDir = dirname(require.resolve('swagger-ui-dist/package.json'))
  const ownDir = join(import.meta.dirname, 'browser')
  const files = [
    { name: 'swagger-ui.css', type: 'css', dir: packageDir },
    { name: 'swagger-ui-bundle.js', type: 'js', dir: packageDir },
    { name: 'try.css', type: 'css', dir: ownDir },
    { name: 'try.js', type: 'js', dir: ownDir },
  ]
  const assets = await Promise.all(
    files.map(async ({ name, type, dir }) => {
      const text = await readFile(join(dir, name), 'utf8')
      return [name, { type, content: cached(withoutMap(text)) }] as const
    }),
  )
  const etags = assets.map(([, { content }]) => content.etag)
  const version = createHash('sha256').update(etags.join()).digest('hex').slice(0, 12)
  return { version, assets: new Map(assets) }
}

/** The source maps are not served: a browser with open developer tools must not request them. */
function withoutMap(text: string): string {
  return text.replace(/(\/\/|\/\*)# sourceMappingURL=.*$/m, '')
}
