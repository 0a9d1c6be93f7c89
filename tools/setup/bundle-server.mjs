/**
 * Joins the sources of the server into a few files, so that a start reads some ten files instead of a thousand, and lists what
 * they were made of. Run by the project's Node: node bundle-server.mjs <root> <entry> <folder>
 */
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bundle, isOwn, startInOneChunk } from './bundle.mjs'

const [root, entry, folder] = /** @type {[string, string, string]} */ (process.argv.slice(2))
const name = String(Date.now())

/** Our modules find the files beside them where they were written. */
const inPlace = {
  name: 'in-place',
  /** @param {string} code @param {string} id */
  transform(code, id) {
    if (!isOwn(root, id)) return null
    const url = JSON.stringify(pathToFileURL(id).href)
    const directory = JSON.stringify(dirname(id))
    return { code: code.replaceAll('import.meta.url', url).replaceAll('import.meta.dirname', directory), map: null }
  },
}

const { output } = await bundle({
  root,
  input: { main: entry },
  plugin: inPlace,
  output: {
    dir: join(folder, name),
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    codeSplitting: startInOneChunk,
  },
})

const joinedFiles = output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
const sources = new Set([
  join(root, 'node_modules', '.package-lock.json'),
  import.meta.filename,
  join(import.meta.dirname, 'bundle.mjs'),
  join(folder, name, 'main.mjs'),
  ...joinedFiles.filter((id) => isOwn(root, id)),
])
const listed = await Promise.all(
  [...sources].sort().map(async (file) => {
    const { mtimeMs, size } = await stat(file)
    return [file, mtimeMs, size]
  }),
)
const description = join(folder, 'current.json')
await writeFile(`${description}.new`, JSON.stringify({ file: join(folder, name, 'main.mjs'), sources: listed }))
await rename(`${description}.new`, description)
// A running server still loads parts of the bundle that it was started from.
const earlier = (await readdir(folder)).filter((each) => /^\d+$/.test(each) && each !== name).sort()
for (const each of earlier.slice(0, -1)) await rm(join(folder, each), { recursive: true, force: true })
