import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig, SETTINGS } from '../../src/app/config.ts'
import { gatewayPortOf } from '../../src/framework/settings.ts'
import { maxHeaderBytes } from '../../src/http/listen.ts'

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../../deploy/proxies', name), 'utf8')
const [nginx, caddy, haproxy, traefik] = ['nginx.conf', 'Caddyfile', 'haproxy.cfg', 'traefik.yaml'].map(sample) as [
  string,
  string,
  string,
  string,
]

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
    [nginx, 5],
    [caddy, 2],
    [haproxy, 4],
    [traefik, 1],
  ] as const) {
    const pattern = /(?:_timeout|timeout (?:client|server|tunnel|http-request)|Timeout:) (\d+)s/g
    const timeouts = [...text.matchAll(pattern)].map(([, seconds]) => Number(seconds))
    expect(timeouts).toHaveLength(count)
    for (const seconds of timeouts) expect(seconds).toBeGreaterThanOrEqual(longestCallS)
  }
})

test('the largest headers pass, and the ports are those of the server', () => {
  const config = loadConfig({})
  const [port, gatewayPort] = [config.port, gatewayPortOf(config)]
  expect(nginx).toContain(`large_client_header_buffers 4 ${maxHeaderBytes / 1024}k;`)
  expect(Number(/tune\.bufsize (\d+)/.exec(haproxy)?.[1])).toBeGreaterThan(maxHeaderBytes)
  for (const text of [nginx, caddy, haproxy, sample('traefik-routes.yaml')]) {
    expect(text).toContain(`127.0.0.1:${port}`)
    expect(text).toContain(`127.0.0.1:${gatewayPort}`)
  }
})
