#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { environment } from './runtime/base/environment.ts'

// Whoever reads the output may stop reading, as `head` does: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
// Half of the start is compiling; what is imported from here on is compiled once and kept, in a folder of this user:
// code that others could have written is not run.
const caches = environment.XDG_CACHE_HOME || join(homedir(), '.cache')
enableCompileCache(environment.NODE_COMPILE_CACHE || join(caches, 'onedoor', 'compiled'))
const { families } = await import('../generated/cli/index.ts')
const { runCli } = await import('./doors/cli/program.ts')
const { namespacedTables } = await import('./framework/namespaced-tables.ts')
const { serviceNames } = await import('./runtime/accounts/grant.ts')
process.exitCode = await runCli(process.argv.slice(2), {
  terminal: process,
  env: environment,
  services: serviceNames(Object.keys(families)),
  namespacedTables,
})
// Reading one line may leave the other end of a pipe open, and an open standard input keeps a process alive.
process.stdin.destroy()
