/**
 * Joins the sources of the server into a few files, so that a start reads some ten files instead of a thousand, and lists what
 * they were made of. Run by the project's Node: node bundle-server.mjs <root> <entry> <folder>
 */
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'rolldown'

const [root, entry, folder] = /** @type {[string, string, string]} */ (process.argv.slice(2))
const name = String(Date.now())
const modules = `${sep}node_modules${sep}`

/** Packages of many files that every start loads, and what rolldown adds itself. All others stay where they are. */
const joined =
  /^(@opentelemetry\/api|@oxc-project\/runtime|knex|lodash|colorette|tarn|pino|prom-client|tdigest|bintrees|uuid|zod|decimal\.js)(\/|$)/

/** Our modules find the files beside them where they were written. */
const inPlace = {
  name: 'in-place',
  /** @param {string} code @param {string} id */
  transform(code, id) {
    if (id.includes(modules)) return null
    const url = JSON.stringify(pathToFileURL(id).href)
    const directory = JSON.stringify(dirname(id))
    return { code: code.replaceAll('import.meta.url', url).replaceAll('import.meta.dirname', directory), map: null }
  },
}

const { output } = await build({
  input: { main: entry },
  cwd: root,
  platform: 'node',
  transform: { target: 'esnext' },
  external: (id) => !/^[./#\0]/.test(id) && !id.startsWith(root) && !joined.test(id),
  plugins: [inPlace],
  // knex names drivers of databases that are not installed.
  logLevel: 'silent',
  output: {
    dir: join(folder, name),
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    comments: false,
    codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
  },
})

const joinedFiles = output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []))
const sources = new Set([
  join(root, 'node_modules', '.package-lock.json'),
  import.meta.filename,
  join(folder, name, 'main.mjs'),
  ...joinedFiles.filter((id) => id.startsWith(root) && !id.includes(modules)),
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
