import type { Setting } from '../runtime/base/setting.ts'
import { SETTINGS } from './config.ts'

/** The location of the settings page relative to this file. */
export const CONFIGURATION_PAGE = new URL('../../docs/configuration.md', import.meta.url)

/** The text of docs/configuration.md, written from the table of settings. */
export function renderConfigurationDocs(): string {
  const rows = Object.values<Setting<unknown>>(SETTINGS).map((entry) => {
    const fallback = entry.fallback === undefined ? entry.fallbackText : `\`${entry.fallback}\``
    const reloadable = entry.isReloadable ? ' Reloadable.' : ''
    const secret = entry.secret ? ' This is a secret.' : ''
    return [
      `\`${entry.name}\``,
      entry.rule,
      fallback ?? 'none',
      entry.meaning + secret + reloadable,
      entry.without,
      `\`${entry.example}\``,
    ]
  })
  return `<!-- Written by \`npm run generate\` from src/app/config.ts; edit that file. -->

# Configuration

Onedoor needs no configuration: \`npm start\` serves on <http://127.0.0.1:8080> and stores its data in \`./data\`.

Settings are environment variables, which the server reads when it starts. A blank variable counts as unset. If a value is
invalid, neither the server nor the command line starts, and the message names every such setting with an example of a valid value.

A **secret** is never logged or printed. It can also be in a file: add \`_FILE\` to the name of the setting and set it to the path, as in
\`MODEL_API_KEY_FILE=/run/secrets/model-key\`. The line break at the end of the file is removed.

\`ONEDOOR_SETTINGS\` can name a file of settings, with a line \`NAME=value\` for each. Empty lines and lines that begin with \`#\` are
ignored, and quotes around a value are removed. An environment variable takes precedence over the file.

When a server receives SIGHUP (not in a terminal), it reads both kinds of files again. It uses the changed values of settings that the table calls
**reloadable**, and logs which others take effect only at the next start. If any value is invalid, it logs that and changes nothing.

\`onedoor config check\` prints the settings that differ from their defaults, without secrets, and reports what a start would reject.

${table([['Setting', 'Must be', 'Default', 'What it does', 'What changes without it', 'Example'], ...rows])}
`
}

function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((row) => `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
  lines.splice(1, 0, `|${' --- |'.repeat(rows[0]?.length ?? 0)}`)
  return lines.join('\n')
}
