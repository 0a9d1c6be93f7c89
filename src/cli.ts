#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { cacheFolder } from './runtime/base/cache-folder.ts'
import { environment } from './runtime/base/environment.ts'

// The reader of the output may close it early, as `head` does: that is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
// Half of the start-up time is compilation. Modules imported from here on are compiled once and cached.
enableCompileCache(cacheFolder())
// Not awaited here: modules that a command imports later import this one, which must have run by then.
void run()

async function run(): Promise<void> {
  const { families } = await import('../generated/cli/index.ts')
  const { runCli } = await import('./doors/cli/run-cli.ts')
  const { serviceNames } = await import('./runtime/accounts/grant.ts')
  const services = serviceNames(Object.keys(families))
  process.exitCode = await runCli(process.argv.slice(2), {
    terminal: process,
    env: environment,
    services,
    // Loaded only by the commands that need it: a call needs no database.
    openInstance: async () => (await import('./app/instance-commands.ts')).openInstance(environment, services),
    checkConfig: async () => (await import('./app/config-check.ts')).checkConfig(environment),
    examine: async () => (await import('./app/doctor.ts')).examine(environment),
    startSandbox: async (address) => (await import('./worlds/sandbox.ts')).startSandbox(address),
    openCodegen: () => import('#codegen'),
    openUpkeep: async () => (await import('./app/backup-commands.ts')).upkeepOf(environment),
  })
  // After reading one line the pipe may still be open, and an open standard input keeps the process alive.
  process.stdin.destroy()
}
