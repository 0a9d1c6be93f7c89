import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/app/config.ts'
import { caddySample, longestCallS, nginxSample } from './proxy-samples.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/guides/self-hosting.md'), 'utf8')

test('docs/guides/self-hosting.md shows the samples that follow from the settings', () => {
  expect(page).toContain(`\`\`\`nginx\n${nginxSample()}\`\`\``)
  expect(page).toContain(`\`\`\`caddy\n${caddySample()}\`\`\``)
})

test('no timeout of a proxy cuts a call that the settings allow', () => {
  const longest = String(longestCallS())
  for (const name of ['CALL_TIMEOUT_S', 'SERVICE_TIMEOUT_S', 'AGENT_TIMEOUT_S']) {
    expect(() => loadConfig({ [name]: String(longestCallS() + 1) }), name).toThrow(name)
  }
  expect(loadConfig({ CALL_TIMEOUT_S: longest }).callTimeoutMs).toBe(longestCallS() * 1000)
  const timeouts = [...page.matchAll(/_timeout (\d+)s/g)].map(([, seconds]) => Number(seconds))
  expect(timeouts.length).toBeGreaterThan(4)
  for (const seconds of timeouts) expect(seconds).toBeGreaterThanOrEqual(longestCallS())
})

test('WebSockets, the gateway and gRPC pass, and the metrics do not', () => {
  expect(nginxSample()).toContain('proxy_set_header Upgrade $http_upgrade;')
  expect(nginxSample()).toMatch(/location = \/metrics \{\s+deny all;\s+\}/)
  expect(nginxSample()).toContain('grpc_pass grpc://127.0.0.1:8081;')
  expect(caddySample()).toContain('respond /metrics 403')
  expect(caddySample()).toContain('h2c://127.0.0.1:8081')
})
