/**
 * The server with stand-ins for handlers, as a process that can be killed. Every run of a handler is a line of the file
 * RUNS_FILE, written before the response. A call with `hang` in its arguments never returns, one with `fail` is refused.
 */
import { appendFileSync } from 'node:fs'
import { loadConfig } from '../../src/app/config.ts'
import { startServer } from '../../src/app/server.ts'
import { ApiError } from '../../src/runtime/base/errors.ts'
import { exampleResult, familiesOf, methodFilesOf, standIns } from '../../src/testing/stand-ins.ts'

const metered = ['places.nearby', 'text.summarise', 'url.resolve', 'images.generate', 'browser.read'] as const

function standIn(id: (typeof metered)[number]) {
  return (args: Record<string, unknown>) => {
    const text = JSON.stringify(args)
    appendFileSync(process.env.RUNS_FILE ?? '', `${id} ${text}\n`)
    if (text.includes('hang')) return new Promise(() => undefined)
    if (text.includes('fail')) throw new ApiError('not_found', 'There is no such place.')
    return exampleResult(id)
  }
}

const handlers = standIns(Object.fromEntries(metered.map((id) => [id, standIn(id)])))
const { config } = await startServer({
  config: loadConfig(),
  families: familiesOf(handlers),
  methods: methodFilesOf(handlers),
  sharesDataDir: true,
})
console.log(`listens on ${config.baseUrl}`)
