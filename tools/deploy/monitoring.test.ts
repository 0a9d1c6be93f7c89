import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/app/config.ts'
import { type RunningServer, startServer } from '../../src/app/server.ts'
import { createLog } from '../../src/runtime/base/log.ts'
import { serverFailures } from '../../src/runtime/calls/record.ts'
import { newDataDir } from '../../src/testing/databases.ts'
import { freePort } from '../../src/testing/loopback.ts'
import { type AlertRule, namesIn, type Query, readAlerts, readQueries } from './monitoring.ts'

/** What Prometheus adds to each series. */
const added = ['instance', 'job']

let server: RunningServer
/** The labels of each series that /metrics can have, by its name. */
let series: ReadonlyMap<string, readonly string[]>
let queries: readonly Query[]
let alerts: readonly AlertRule[]

beforeAll(async () => {
  const dataDir = await newDataDir()
  const config = loadConfig({
    ...{ PORT: '0', DATA_DIR: dataDir, BACKUP_TO: `${dataDir}/backups`, SHUTDOWN_DELAY_S: '0' },
    ...{ MAIL_DOMAIN: 'onedoor.example', MAIL_HOST: '127.0.0.1', MAIL_PORT: String(await freePort()) },
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
  })
  const log = createLog({ logLevel: 'silent' }, { write: () => undefined })
  server = await startServer({ config, log, runsSchedule: () => false })
  const shown = await (await fetch(`http://127.0.0.1:${server.config.port}/metrics`)).text()
  const types = [...shown.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  series = new Map(
    types.flatMap(([, name = '', type]) => {
      const { labelNames } = server.metrics.getSingleMetric(name) as unknown as { labelNames: readonly string[] }
      if (type !== 'histogram') return [[name, labelNames] as const]
      return [
        [`${name}_bucket`, [...labelNames, 'le']],
        [`${name}_count`, labelNames],
        [`${name}_sum`, labelNames],
      ] as const
    }),
  )
  queries = await readQueries()
  alerts = await readAlerts()
})
afterAll(() => server.stop())

/** What a query uses although no server has it. */
function faultsOf({ where, expr, shown }: Query): string[] {
  const { metrics, labels } = namesIn(expr)
  const missing = [...metrics].filter((metric) => metric !== 'up' && !series.has(metric))
  const known = new Set([...metrics].flatMap((metric) => series.get(metric) ?? []).concat(added))
  const unknown = [...labels, ...shown].filter((label) => !known.has(label))
  return [
    ...missing.map((each) => `${where}: no metric ${each}`),
    ...unknown.map((each) => `${where}: no label ${each}`),
  ]
}

test('alerts and dashboard use only metrics and labels that /metrics of a server has', () => {
  expect(queries.length).toBeGreaterThan(40)
  expect(queries.flatMap(faultsOf)).toEqual([])
})

test('a metric or label that no server has is found', () => {
  const faults = (expr: string, shown: string[] = []) => faultsOf({ where: 'x', expr, shown })
  expect(faults('sum by (code, kind) (rate(onedoor_calls_total[5m])) > 1')).toEqual(['x: no label kind'])
  expect(faults('onedoor_calls / onedoor_calls_running{job="a{b}"} offset 5m')).toEqual(['x: no metric onedoor_calls'])
  expect(faults('max(onedoor_bus_lag{listner="inbox"})', ['topic'])).toEqual([
    'x: no label listner',
    'x: no label topic',
  ])
  expect(faults('onedoor_call_duration_seconds{le="1"}')).toHaveLength(2)
})

describe('the alerts', () => {
  test('have an urgency, and say in a sentence each what happens and what to do', () => {
    expect(new Set(alerts.map(({ alert }) => alert)).size).toBe(alerts.length)
    for (const { alert, labels, annotations } of alerts) {
      expect(['critical', 'warning', 'info'], alert).toContain(labels.severity)
      expect(Object.keys(annotations), alert).toEqual(['summary', 'runbook'])
      for (const sentence of Object.values(annotations)) expect(sentence, alert).toMatch(/^[A-Z{].*\.$/)
      expect(annotations.runbook, alert).not.toContain('://')
    }
  })

  test('about failing calls count every failure that an operator has to look into', () => {
    const codes = alerts.flatMap(({ expr }) =>
      [...expr.matchAll(/code=~"([^"]+)"/g)].flatMap(([, list = '']) => list.split('|')),
    )
    expect(codes.sort()).toEqual([...serverFailures].sort())
  })
})
