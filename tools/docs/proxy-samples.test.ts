import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig, SETTINGS } from '../../src/app/config.ts'
import { gatewayPortOf } from '../../src/framework/settings.ts'
import { maxHeaderBytes } from '../../src/http/listen.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/guides/self-hosting.md'), 'utf8')
const sample = (language: string) => new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? ''
const [nginx, caddy] = [sample('nginx'), sample('caddy')]

/** Settings that limit the duration of a call. A stream may last longer, but has heartbeats. */
const limitsOfCalls = ['CALL_TIMEOUT_S', 'AGENT_TIMEOUT_S', 'SERVICE_TIMEOUT_S']
/** The longest call that the settings allow, in seconds: a proxy that waits as long never cuts one. */
const longestCallS = Math.max(
  ...Object.values(SETTINGS)
    .filter(({ name }) => limitsOfCalls.includes(name))
    .map(({ rule }) => Number(/to (\d+)$/.exec(rule)?.[1])),
)

test('no timeout of a proxy cuts a call that the settings allow', () => {
  for (const name of limitsOfCalls) {
    expect(() => loadConfig({ [name]: String(longestCallS + 1) }), name).toThrow(name)
  }
  expect(loadConfig({ CALL_TIMEOUT_S: String(longestCallS) }).callTimeoutMs).toBe(longestCallS * 1000)
  for (const [text, count] of [
    [nginx, 4],
    [caddy, 2],
  ] as const) {
    const timeouts = [...text.matchAll(/_timeout (\d+)s/g)].map(([, seconds]) => Number(seconds))
    expect(timeouts).toHaveLength(count)
    for (const seconds of timeouts) expect(seconds).toBeGreaterThanOrEqual(longestCallS)
  }
})

test('headers, WebSockets, the gateway and gRPC pass, and the metrics do not', () => {
  const config = loadConfig({})
  const [port, gatewayPort] = [config.port, gatewayPortOf(config)]
  expect(nginx).toContain(`large_client_header_buffers 4 ${maxHeaderBytes / 1024}k;`)
  expect(nginx).toContain('proxy_set_header Upgrade $http_upgrade;')
  expect(nginx).toContain(`proxy_pass http://127.0.0.1:${port};`)
  expect(nginx).toContain(`grpc_pass grpc://127.0.0.1:${gatewayPort};`)
  expect(nginx).toMatch(/location = \/metrics \{\s+deny all;\s+\}/)
  expect(caddy).toContain('respond /metrics 403')
  expect(caddy).toContain(`reverse_proxy 127.0.0.1:${port}`)
  expect(caddy).toContain(`h2c://127.0.0.1:${gatewayPort}`)
})
