import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Router } from 'express'
import { once } from '#runtime/base/once.ts'
import { cached, sendCached } from './cached.ts'

/** A style sheet or script of a page. */
export interface Asset {
  readonly name: string
  /** The folder that contains the file. */
  readonly dir: string
  /** Its name in that folder, if that differs. */
  readonly file?: string
}

/**
 * Serves files below an address that changes with any of them, so that browsers can cache them indefinitely.
 *
 * @param prefix the address of all versions, such as `/docs/try`
 */
export function versionedAssets(prefix: `/${string}`, files: readonly Asset[]) {
  const read = once(async () => {
    const contents = await Promise.all(
      files.map(async ({ name, dir, file = name }) => {
        return [name, cached(withoutMap(await readFile(join(dir, file), 'utf8')))] as const
      }),
    )
    const etags = contents.map(([, { etag }]) => etag)
    const version = createHash('sha256').update(etags.join()).digest('hex').slice(0, 12)
    return { version, contents: new Map(contents) }
  })
  const routes = Router()
  routes.get(`${prefix}/:version/:name`, async (req, res, next) => {
    const { version, contents } = await read()
    const { name } = req.params
    const content = req.params.version === version ? contents.get(name) : undefined
    if (!content) return next()
    return sendCached(req, res, name.slice(name.lastIndexOf('.') + 1), content, { isImmutable: true })
  })
  return {
    routes,
    /** The address of the files of this version, without a slash at its end. */
    base: async () => `${prefix}/${(await read()).version}`,
  }
}

/** The source maps are not served: a browser with open developer tools must not request them. */
function withoutMap(text: string): string {
  return text.replace(/(\/\/|\/\*)# sourceMappingURL=.*$/m, '')
}
