// Written by `npm run generate` from spec/. Do not edit.
import { createClient } from './index.js'
import { openWorld } from './runtime/sandbox.js'

export function createSandbox(options) {
  return openWorld(createClient, options)
}
