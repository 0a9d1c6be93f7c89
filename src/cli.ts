#!/usr/bin/env node
import { families } from '../generated/server/operations.ts'
import { environment } from './runtime/config.ts'
import { runCli } from './runtime/doors/cli/program.ts'
import { serviceNames } from './runtime/identity/grant.ts'

// Whoever reads the output may stop reading, as `head` does: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})
process.exitCode = await runCli(process.argv.slice(2), {
  terminal: process,
  env: environment,
  services: serviceNames(families),
})
// Reading one line may leave the other end of a pipe open, and an open standard input keeps a process alive.
process.stdin.destroy()
