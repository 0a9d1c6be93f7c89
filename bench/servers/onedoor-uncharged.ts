import { serveMeteredCalls } from './metered-calls.ts'

await serveMeteredCalls(false)
