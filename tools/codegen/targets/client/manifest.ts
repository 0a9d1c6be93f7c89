import type { Document } from '#runtime/base/openapi.ts'

/** package.json of the client. Its version is that of the API. */
export function clientManifest(document: Document): string {
  const manifest = {
    name: '@onedoor/client',
    version: String(document.info.version),
    description: 'Typed client for the Onedoor API, for Node and browsers',
    license: 'MIT',
    type: 'module',
    engines: { node: '>=20' },
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    types: './index.d.ts',
    sideEffects: false,
    files: ['index.js', 'index.d.ts', 'runtime'],
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
