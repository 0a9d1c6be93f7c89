import { test } from 'vitest'

// The runner goes on from here: see runner.ts.
test('starts', () => undefined)
