import { sep } from 'node:path'
import { build } from 'rolldown'

const modules = `${sep}node_modules${sep}`

/** Packages of many files that every start loads, and what rolldown adds itself. All others stay where they are. */
const joined = new RegExp(
  `^(${[
    '@opentelemetry/api|@oxc-project/runtime|knex|lodash|colorette|tarn|pino|prom-client|tdigest|bintrees|uuid|zod|decimal\\.js',
    // What checks requests, with the packages that it needs.
    'openapi-backend|openapi-schema-validator|ajv|ajv-formats|ajv-draft-04|fast-uri|fast-deep-equal|json-schema-traverse',
    'bath-es5|dereference-json-schema|mock-json-schema|lodash\\.merge|@apidevtools/json-schema-ref-parser|qs|side-channel',
    'side-channel-(list|map|weakmap)|object-inspect|es-errors|math-intrinsics|get-proto|gopd|hasown|dunder-proto|call-bound',
    'call-bind-apply-helpers|function-bind|get-intrinsic|has-symbols|es-object-atoms|es-define-property',
  ].join('|')})(/|$)`,
)

/**
 * Whether a module is one of this repository's own sources.
 *
 * @param {string} root absolute path of the repository
 * @param {string} id absolute path of a module
 */
export const isOwn = (root, id) => id.startsWith(root) && !id.includes(modules)

/**
 * Joins our sources, and the packages that every start loads, into a few JavaScript files.
 *
 * @param {{ root: string, input: Record<string, string>, output: import('rolldown').OutputOptions,
 *   plugin: import('rolldown').Plugin, external?: (id: string) => boolean }} options input: entries by name; plugin: says
 *   where modules find the files beside them; external: more modules that are loaded at run time
 */
export function bundle({ root, input, output, plugin, external = () => false }) {
  return build({
    input,
    cwd: root,
    platform: 'node',
    transform: { target: 'esnext' },
    external: (id) => external(id) || (!/^[./#\0]/.test(id) && !id.startsWith(root) && !joined.test(id)),
    plugins: [plugin],
    // knex names drivers of databases that are not installed.
    logLevel: 'silent',
    output: { comments: false, ...output },
  })
}

/**
 * One chunk for everything that is loaded at the start, whose parts would otherwise be many files.
 *
 * @type {NonNullable<import('rolldown').OutputOptions['codeSplitting']>}
 */
export const startInOneChunk = { groups: [{ name: 'start', tags: ['$initial'] }] }
