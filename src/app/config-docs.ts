import { SETTINGS } from './config.ts'

/** The location of the settings page relative to this file. */
export const CONFIGURATION_PAGE = new URL('../../docs/configuration.md', import.meta.url)

/** The text of docs/configuration.md, written from the table of settings. */
export function renderConfigurationDocs(): string {
  const rows = Object.values(SETTINGS).map((entry) => {
    const fallback = 'fallback' in entry && entry.fallback !== undefined ? `\`${entry.fallback}\`` : entry.fallbackText
    const secret = entry.secret ? ' This secret is never logged.' : ''
    return [
      `\`${entry.name}\``,
      entry.rule,
      fallback ?? 'none',
      entry.meaning + secret,
      entry.without,
      `\`${entry.example}\``,
    ]
  })
  return `<!-- Written by \`npm run generate\` from src/app/config.ts; edit that file. -->

# Configuration

Onedoor needs no configuration: \`npm start\` serves on <http://127.0.0.1:8080> and stores its data in \`./data\`.

Settings are environment variables, which the server reads once, when it starts. A blank variable counts as unset. If a value is
invalid, neither the server nor the command line starts, and the message names every such setting with an example of a valid value.

${table([['Setting', 'Must be', 'Default', 'What it does', 'What changes without it', 'Example'], ...rows])}
`
}

function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  lines.splice(1, 0, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`)
  return lines.join('\n')
}
