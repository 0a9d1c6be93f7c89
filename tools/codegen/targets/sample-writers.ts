import { join } from 'node:path'
import { build } from 'vite'

/**
 * docs/sample-writers.js: the writers of samples as one module for browsers, so that the call that somebody tries in the
 * reference is written exactly as the documented one.
 */
export function sampleWriters(): Promise<string> {
  return oneModule('browser-writers.ts')
}

/** sandbox/recording-writers.js: the writers of recordings as one module for the server. */
export function recordingWriters(): Promise<string> {
  return oneModule('recordings/writers.ts')
}

async function oneModule(entry: string): Promise<string> {
  const outputs = await build({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: join(import.meta.dirname, entry), formats: ['es'] },
    },
  })
  const [{ output }] = outputs as unknown as [{ output: [{ code: string }] }]
  return `// Written by \`npm run generate\` from tools/codegen/targets/${entry}. Do not edit.\n${output[0].code}`
}
