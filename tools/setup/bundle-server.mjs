/**
 * Joins the modules that a start of the server loads, some 1,100, into one file, and those that are loaded later into some
 * more, and lists what they were made of. Run by the project's Node: node bundle-server.mjs <root> <entry> <folder>
 */
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { asScript } from './one-script.mjs'

const [root, entry, folder] = /** @type {[string, string, string]} */ (process.argv.slice(2))
const modules = `${sep}node_modules${sep}`

/** Packages of many files that a start loads, and what rolldown itself adds. All others stay where they are. */
const joined =
  /^(@oxc-project\/runtime|@opentelemetry\/api|@pinojs\/redact|adhan|atomic-sleep|bintrees|colorette|content-disposition|croner|debug|decimal\.js|fast-decode-uri-component|fast-querystring|has-flag|ipaddr\.js|isbot|knex|lodash|lru-cache|ms|on-exit-leak-free|openapi-backend|pg-connection-string|pino|pino-std-serializers|prom-client|qs|quick-format-unescaped|robots-parser|safe-stable-stringify|secure-json-parse|sonic-boom|supports-color|tarn|tdigest|thread-stream|uuid|zod)(\/|$)/

/** The manifest of a family. */
const family = /[\\/]src[\\/]handlers[\\/][^\\/]+[\\/]index\.ts$/

const quiet = new Set(['UNRESOLVED_IMPORT', 'INEFFECTIVE_DYNAMIC_IMPORT'])

/** Our modules find the files beside them where they were written. */
const inPlace = {
  name: 'in-place',
  /** @param {string} code @param {string} id */
  transform(code, id) {
    if (id.includes(modules) || !code.includes('import.meta')) return null
    const url = JSON.stringify(pathToFileURL(id).href)
    const directory = JSON.stringify(dirname(id))
    return { code: code.replaceAll('import.meta.url', url).replaceAll('import.meta.dirname', directory), map: null }
  },
}

const partsOfNode = new Set(builtinModules.filter((name) => !name.startsWith('_')))
const isPartOfNode = (/** @type {string} */ id) => id.startsWith('node:') || partsOfNode.has(id)
const prefix = '\0part-of-node:'

/**
 * Parts of Node, without the modules that an import would make of them: for one, Node reads every name that the part has, and
 * some of them load more of it.
 */
const withoutFacades = {
  name: 'without-facades',
  /** @param {string} source @param {string | undefined} _importer @param {{ kind: string }} how */
  resolveId(source, _importer, { kind }) {
    if (!isPartOfNode(source)) return null
    const name = source.replace(/^node:/, '')
    return kind === 'import-statement' && name !== 'module'
      ? { id: prefix + name, moduleSideEffects: false }
      : { id: source, external: true }
  },
  /** @param {string} id */
  load(id) {
    if (!id.startsWith(prefix)) return null
    const name = `node:${id.slice(prefix.length)}`
    const names = Object.keys(process.getBuiltinModule(name) ?? {}).filter((each) => each !== 'default')
    const one = (/** @type {string} */ each) => `export const ${each} = /* @__PURE__ */ (() => part.${each})()`
    return [`const part = process.getBuiltinModule('${name}')`, 'export default part', ...names.map(one)].join('\n')
  },
}

/** A family that is not late is opened by every start, so that nothing is gained by loading it apart. */
const earlyFamilies = {
  name: 'early-families',
  /** @param {string} code @param {string} id */
  transform(code, id) {
    const opening = "await import('./open.ts')"
    if (!family.test(id) || !code.includes(opening) || code.includes('isLate: true')) return null
    return { code: `import * as opening from './open.ts'\n${code.replace(opening, 'opening')}`, map: null }
  },
}

const bundle = await rolldown({
  input: { main: entry },
  cwd: root,
  platform: 'node',
  transform: { target: 'node24' },
  external: (id) => !/^[./#\0]/.test(id) && !id.startsWith(root) && !joined.test(id) && !isPartOfNode(id),
  plugins: [inPlace, withoutFacades, earlyFamilies],
  // knex names the drivers of databases that are not installed.
  onLog: (level, log, handle) => (quiet.has(log.code ?? '') ? undefined : handle(level, log)),
})
const { output } = await bundle.generate({
  format: 'esm',
  entryFileNames: '[name].mjs',
  chunkFileNames: '[name]-[hash].mjs',
  comments: false,
  codeSplitting: { groups: [{ name: 'start', tags: ['$initial'] }] },
})
const name = String(Date.now())
const made = join(folder, name)
await mkdir(made, { recursive: true })
/** What the installed packages are, too, and what joins them. */
const sources = new Set([
  join(root, 'node_modules', '.package-lock.json'),
  ...[import.meta.filename, ...['one-script.mjs', 'kept-code.cjs'].map((file) => join(import.meta.dirname, file))],
])
const chunks = output.filter((each) => each.type === 'chunk')
for (const id of chunks.flatMap(({ moduleIds }) => moduleIds)) {
  if (id.startsWith(root) && !id.includes(modules)) sources.add(id)
}
for (const [file, text] of Object.entries(filesOf(chunks))) {
  await writeFile(join(made, file), text)
  // What a start runs is itself checked before it, as a source is.
  if (/^(main|start)\b.*js$/.test(file)) sources.add(join(made, file))
}
const listed = await Promise.all(
  [...sources].sort().map(async (file) => {
    const { mtimeMs, size } = await stat(file)
    return [file, mtimeMs, size]
  }),
)
const description = join(folder, 'current.json')
await writeFile(`${description}.new`, JSON.stringify({ file: join(made, 'main.cjs'), sources: listed }))
await rename(`${description}.new`, description)
// A server that was started from the one before loads parts of it when they are first needed.
const earlier = (await readdir(folder)).filter((each) => /^\d+$/.test(each) && each !== name).sort()
for (const each of earlier.slice(0, -1)) await rm(join(folder, each), { recursive: true, force: true })

/**
 * What is written of the parts. That which every start loads is a script, run by the entry, which also takes its compiled code
 * when the server has started; the module of its name is for the parts that are loaded later.
 *
 * @param {import('rolldown').OutputChunk[]} chunks
 * @returns {Record<string, string>} texts by file name
 */
function filesOf(chunks) {
  const part = (/** @type {string} */ name) => {
    const found = chunks.find((each) => each.name === name)
    return found && { name: found.fileName, code: inAscii(found.code) }
  }
  const entry = part('main')
  // An entry without imports is not divided.
  const start = part('start') ?? entry
  if (entry === undefined || start === undefined) throw new Error('There is no entry.')
  const { script, names } = asScript(start.code, part('rolldown-runtime'))
  const started = /^export \{ (\S+) as started \} from/m.exec(entry.code)?.[1] ?? 'started'
  if (!names.includes(started)) throw new Error('The entry does not export whether the server has started.')
  const scriptName = start.name.replace(/\.mjs$/, '.js')
  const values = names.map((_, at) => `_${at}`)
  const runner = JSON.stringify(join(import.meta.dirname, 'kept-code.cjs'))
  const main = [
    `const { value, isKept, keep } = require(${runner}).keptScript(require('node:path').join(__dirname, '${scriptName}'))`,
    'module.exports = value(require)',
    `if (!isKept) module.exports[${names.indexOf(started)}].then((hasStarted) => hasStarted && keep())\n`,
  ]
  const module = [
    "import { createRequire } from 'node:module'",
    `const [${values}] = createRequire(import.meta.url)('./main.cjs')`,
    `export { ${names.map((name, at) => `${values[at]} as ${name}`).join(', ')} }\n`,
  ]
  const others = chunks.filter(({ isEntry, fileName }) => !isEntry && fileName !== start.name)
  return {
    ...Object.fromEntries(others.map(({ fileName, code }) => [fileName, inAscii(code)])),
    [scriptName]: script,
    [start.name]: module.join('\n'),
    'main.cjs': main.join('\n'),
  }
}

/**
 * V8 keeps a text with a single other character in two bytes a character. Escapes mean the same in strings, templates that are
 * not raw, expressions and names.
 *
 * @param {string} code
 */
function inAscii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
