import { once } from 'node:events'
import { createServer } from 'node:http'
import { startContainer } from './container.ts'
import type { Engine } from './engine.ts'

/**
 * Lets the server of an image with Chromium read a page of this machine. The browser's own sandbox needs user namespaces, which
 * the usual filter of system calls refuses.
 *
 * @throws Error that says what it read instead
 */
export async function browserCheck(engine: Engine, image: string): Promise<void> {
  const page = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<title>Harbour</title><main><p id="p"></p></main><script>p.textContent = "Tide: " + 6 * 7</script>')
  }).listen(0, '127.0.0.1')
  await once(page, 'listening')
  const { port } = page.address() as { port: number }
  const volume = (await engine.podman(['volume', 'create'])).trim()
  try {
    const env = { PROVIDERS: 'live', FETCH_ALLOWED_RANGES: '127.0.0.0/8' }
    const flags = ['--security-opt', 'seccomp=unconfined']
    await using server = await startContainer(engine, image, { volume, env, flags })
    await server.exec(['onedoor', 'account', 'create', 'alice', '--password-stdin'], 'correct horse battery\n')
    const token = (await server.exec(['onedoor', 'token', 'create', 'alice', '--services', 'browser'])).trim()
    const url = encodeURIComponent(`http://127.0.0.1:${port}/`)
    const response = await fetch(`${server.url}/api/v1/browser/read?url=${url}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const read = await response.text()
    if (!read.includes('Tide: 42')) throw new Error(`browser.read returned ${response.status}: ${read}`)
  } finally {
    page.close()
    await engine.podmanOutcome(['volume', 'rm', '--force', volume])
  }
}
