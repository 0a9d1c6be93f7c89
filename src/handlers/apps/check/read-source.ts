import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { readScript, type Script } from './read-script.ts'
import { maxCalls, maxIssues, type SourceCall, type SourceIssue, type SourceReport } from './report.ts'

type Node = DefaultTreeAdapterMap['node']
type Element = DefaultTreeAdapterMap['element']

const loading: Readonly<Record<string, readonly string[]>> = {
  script: ['src'],
  link: ['href'],
  img: ['src', 'srcset'],
  source: ['src', 'srcset'],
  audio: ['src'],
  video: ['src', 'poster'],
  track: ['src'],
  iframe: ['src'],
  embed: ['src'],
  object: ['data'],
  image: ['href'],
  use: ['href'],
}
const leading: Readonly<Record<string, readonly string[]>> = {
  form: ['action'],
  button: ['formaction'],
  a: ['href', 'ping'],
}
const scriptTypes = new Set(['', 'text/javascript', 'application/javascript', 'module'])

/** What the source of an app holds: faults that show without running it, and its calls. Nothing is executed. */
export function readSource(html: string): SourceReport {
  const document = parse(html, { sourceCodeLocationInfo: true })
  const issues: SourceIssue[] = []
  const calls: SourceCall[] = []
  if (!/<\/html\s*>/i.test(html)) {
    issues.push({ rule: 'incomplete_document', message: 'The document has no end tag of html.' })
  }
  for (const element of elementsIn(document)) {
    issues.push(...faultsOf(element))
    for (const script of scriptsOf(element)) readInto(script, issues, calls)
    if (issues.length > maxIssues || calls.length > maxCalls) break
  }
  return { issues: bounded(issues, maxIssues, 'faults'), calls: calls.slice(0, maxCalls).sort(byLine) }
}

function byLine(one: { line?: number }, other: { line?: number }): number {
  return (one.line ?? 0) - (other.line ?? 0)
}

function bounded(issues: readonly SourceIssue[], max: number, what: string): SourceIssue[] {
  const unique = new Map(issues.map((issue) => [`${issue.rule} ${issue.line} ${issue.message}`, issue]))
  const sorted = [...unique.values()].sort(byLine)
  if (sorted.length <= max) return sorted
  const rest = { rule: 'too_many_faults', message: `There are more ${what}; the first ${max} are listed.` }
  return [...sorted.slice(0, max), rest]
}

/** In the order of the document, without recursion: elements can be nested as deeply as the source is long. */
function* elementsIn(root: Node): Generator<Element> {
  const waiting: Node[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('tagName' in node) yield node
    const children = 'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : []
    for (let index = children.length - 1; index >= 0; index--) waiting.push(children[index] as Node)
  }
}

function attributeOf({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value
}

function lineOf({ sourceCodeLocation }: Element): { line?: number } {
  return sourceCodeLocation ? { line: sourceCodeLocation.startLine } : {}
}

function faultsOf(element: Element): SourceIssue[] {
  const { tagName } = element
  const at = lineOf(element)
  const faults: SourceIssue[] = []
  for (const name of loading[tagName] ?? []) {
    const value = attributeOf(element, name)
    if (value !== undefined && !isInline(value)) {
      const message = `<${tagName} ${name}> loads ${shown(value)}, which is blocked in an app; put it into the document.`
      faults.push({ rule: 'external_resource', message, ...at })
    }
  }
  for (const name of leading[tagName] ?? []) {
    const value = attributeOf(element, name)
    if (value !== undefined && /^(?:[a-z][a-z0-9+.-]*:)?\/\//i.test(value.trim())) {
      const message = `<${tagName} ${name}> leads to ${shown(value)}: an app cannot lead away from its page.`
      faults.push({ rule: 'blocked_navigation', message, ...at })
    }
  }
  if (tagName === 'meta' && attributeOf(element, 'http-equiv')?.toLowerCase() === 'refresh') {
    faults.push({ rule: 'blocked_navigation', message: '<meta http-equiv="refresh"> is blocked in an app.', ...at })
  }
  if (tagName === 'base') {
    faults.push({ rule: 'blocked_navigation', message: '<base> is blocked in an app.', ...at })
  }
  if (
    (tagName === 'script' || tagName === 'style') &&
    element.sourceCodeLocation &&
    !element.sourceCodeLocation.endTag
  ) {
    faults.push({ rule: 'incomplete_document', message: `<${tagName}> is not closed.`, ...at })
  }
  return faults
}

/** What a document may load: data in the address, and its own parts. */
function isInline(value: string): boolean {
  return /^\s*(?:data:|blob:|#|$)/i.test(value)
}

function shown(value: string): string {
  const text = value.trim()
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

function scriptsOf(element: Element): Script[] {
  const handlers = element.attrs
    .filter(({ name }) => name.startsWith('on'))
    .map(({ name, value }) => ({
      code: value,
      kind: 'handler' as const,
      line: element.sourceCodeLocation?.attrs?.[name]?.startLine ?? element.sourceCodeLocation?.startLine ?? 1,
    }))
  if (element.tagName !== 'script') return handlers
  const type = attributeOf(element, 'type')?.trim().toLowerCase() ?? ''
  const [text] = element.childNodes
  if (!scriptTypes.has(type) || !text || !('value' in text)) return handlers
  const line = text.sourceCodeLocation?.startLine ?? 1
  return [...handlers, { code: text.value, kind: type === 'module' ? 'module' : 'script', line }]
}

function readInto(script: Script, issues: SourceIssue[], calls: SourceCall[]): void {
  try {
    const found = readScript(script)
    issues.push(...found.issues)
    calls.push(...found.calls)
  } catch (failure) {
    const { message, loc } = failure as Error & { loc?: { line: number } }
    if (loc) {
      const what = message.replace(/\s*\(\d+:\d+\)$/, '')
      issues.push({ rule: 'syntax_error', message: `${what}.`, line: loc.line + script.line - 1 })
    } else {
      issues.push({ rule: 'too_complex', message: 'The script is nested too deeply to be checked.', line: script.line })
    }
  }
}
