#!/usr/bin/env node
/**
 * The command of the package: without arguments the server, with arguments the command line. For any Node, so that an old
 * one gets a sentence and not a syntax error.
 */
const leastNode = 24

if (Number.parseInt(process.versions.node, 10) < leastNode) {
  console.error(
    `Onedoor needs Node ${leastNode} or newer, and this is Node ${process.versions.node}. ` +
      'Install a current Node from https://nodejs.org, then run the command again.',
  )
  process.exitCode = 1
} else if (process.argv.length > 2) {
  await import(new URL('src/cli.js', import.meta.url).href)
} else {
  const { enableCompileCache } = await import('node:module')
  const { homedir } = await import('node:os')
  const { join } = await import('node:path')
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  enableCompileCache(process.env.NODE_COMPILE_CACHE || join(caches, 'onedoor', 'compiled'))
  await import(new URL('src/main.js', import.meta.url).href)
}
