import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../command.ts'

export const alertsFile = join(root, 'deploy/prometheus/alerts.yaml')
const dashboardFile = join(root, 'deploy/grafana/onedoor.json')

export interface AlertRule {
  readonly alert: string
  readonly expr: string
  readonly labels: { readonly severity: string }
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[]
}

/** A query in PromQL, with the labels that its text for people names. */
export interface Query {
  readonly where: string
  readonly expr: string
  readonly shown: readonly string[]
}

export async function readAlerts(): Promise<readonly AlertRule[]> {
  const { groups } = parse(await readFile(alertsFile, 'utf8')) as { groups: { rules: AlertRule[] }[] }
  return groups.flatMap(({ rules }) => rules)
}

/** The queries of the alert rules and of the dashboard, with values in place of Grafana's variables. */
export async function readQueries(): Promise<readonly Query[]> {
  const ofAlerts = (await readAlerts()).map(({ alert, expr, annotations }) => {
    const text = `${annotations.summary} ${annotations.runbook}`
    return { where: alert, expr, shown: [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label) }
  })
  const { panels } = JSON.parse(await readFile(dashboardFile, 'utf8')) as { panels: Panel[] }
  const ofPanels = panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => ({
      where: title,
      expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
      shown: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
    })),
  )
  return [...ofAlerts, ...ofPanels]
}

const operators: ReadonlySet<string> = new Set(['and', 'or', 'unless', 'bool', 'offset'])
const text = /"(?:[^"\\]|\\.)*"/g
const grouping = /\b(?:by|without|on|ignoring)\s*\(([^)]*)\)/g
const matchers = /\{([^}]*)\}/g
const name = /(?<![\w:.])[a-zA-Z_:][\w:]*(?![\w:]|\s*\()/g

/** The metrics and labels that a query uses. `promtool` checks its grammar. */
export function namesIn(expr: string): { readonly metrics: ReadonlySet<string>; readonly labels: ReadonlySet<string> } {
  const plain = expr.replace(text, '""')
  const grouped = [...plain.matchAll(grouping)].flatMap(([, list = '']) => list.split(','))
  const matched = [...plain.matchAll(matchers)]
    .flatMap(([, list = '']) => list.split(','))
    .map((each) => /\w+/.exec(each))
  const rest = plain
    .replace(grouping, ' ')
    .replace(matchers, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
  return {
    metrics: new Set([...rest.matchAll(name)].map(([found]) => found).filter((found) => !operators.has(found))),
    labels: new Set([...grouped.map((label) => label.trim()), ...matched.map((found) => found?.[0] ?? '')]),
  }
}
