/** Two spaces before every line that is not empty. */
export function indent(text: string, depth = 1): string {
  return text.replace(/^(?=.)/gm, '  '.repeat(depth))
}

/** A doc comment ending in a line break. Empty paragraphs are left out; without any, so is the comment. */
export function docComment(paragraphs: string[]): string {
  const lines = paragraphs.filter(Boolean).join('\n\n').replaceAll('*/', '*\\/').split('\n')
  if (lines.length === 1) return lines[0] ? `/** ${lines[0]} */\n` : ''
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`
}

/** The tag of something deprecated, with what to use instead if the document says so; empty for anything else. */
export function deprecatedTag(described: object): string {
  const { deprecated, 'x-instead': instead, 'x-sunset': end } = described as Record<string, unknown>
  if (deprecated !== true) return ''
  const hints = [instead && `Use \`${instead}\` instead.`, end && `It may be missing from ${end} on.`]
  return ['@deprecated', ...hints.filter(Boolean)].join(' ')
}

/** A value as idiomatic JavaScript source: `{ title: 'Groceries', tags: ['home'] }`. */
export function sourceOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((entry) => sourceOf(entry)).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, entry]) => `${keyOf(name)}: ${sourceOf(entry)}`)
    return entries.length > 0 ? `{ ${entries.join(', ')} }` : '{}'
  }
  return typeof value === 'string' ? quoted(value) : JSON.stringify(value)
}

/** A string as a literal in single quotes. */
function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

/** A property name, quoted only if necessary. */
export function keyOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

/** A block of code in Markdown. */
export function codeBlock(source: string, language: string): string {
  return `\`\`\`${language}\n${source}\n\`\`\``
}
