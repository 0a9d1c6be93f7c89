import { join } from 'node:path'
import { build } from 'vite'

/**
 * docs/sample-writers.js: the writers of samples as one module for browsers, so that the call that somebody tries in the
 * reference is written exactly as the documented one.
 */
export async function sampleWriters(): Promise<string> {
  const outputs = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: join(import.meta.dirname, 'browser-writers.ts'), formats: ['es'] },
    },
  })
  const [{ output }] = outputs as unknown as [{ output: [{ code: string }] }]
  return `// Written by \`npm run generate\` from tools/codegen/targets/browser-writers.ts. Do not edit.\n${output[0].code}`
}
