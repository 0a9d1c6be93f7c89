import { defineConfig } from 'vitest/config'

// The first world waits for the start of the sandbox.
export default defineConfig({ test: { testTimeout: 60_000, hookTimeout: 60_000, maxConcurrency: 3 } })
