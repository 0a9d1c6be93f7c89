import type { Document } from '../../src/runtime/base/openapi.ts'

/** What a linter found, and which part of the API it is about. */
export interface Finding {
  readonly rule: string
  readonly message: string
  /** The path in the document, as keys. */
  readonly path: readonly string[]
  /** The operation in which it lies; absent for what operations share. */
  readonly operation?: string | undefined
  /** The shared schema or parameter in which it lies. */
  readonly component?: string | undefined
  /**
   * `request` for what a caller sends, including shared schemas that any request uses; `response` for what only
   * responses contain; `document` for the rest.
   */
  readonly side: 'request' | 'response' | 'document'
}

/** Maps each place in a document to a part of the API. */
export function locator(document: Document): (rule: string, message: string, path: readonly string[]) => Finding {
  const sent = componentsOfRequests(document)
  return (rule, message, path) => {
    const [section, first = '', second = '', third = ''] = path
    if (section === 'components') {
      const side = sent.has(`${first}/${second}`) ? 'request' : 'response'
      return { rule, message, path, component: second, side: first === 'securitySchemes' ? 'document' : side }
    }
    const operation = section === 'paths' ? document.paths[first]?.[second as 'get']?.operationId : undefined
    return { rule, message, path, operation, side: sideOf(third, path.length) }
  }
}

/**
 * In an operation, the list of responses as a whole belongs to the operation, anything inside one of them to the
 * response.
 */
function sideOf(part: string, depth: number): Finding['side'] {
  if (part === 'responses') return depth > 4 ? 'response' : 'document'
  return part === 'parameters' || part === 'requestBody' ? 'request' : 'document'
}

/** Schemas and parameters that some request uses, as `schemas/Name`. */
function componentsOfRequests(document: Document): ReadonlySet<string> {
  const found = new Set<string>()
  const components = document.components as unknown as Record<string, Record<string, unknown>>
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return
    for (const [key, value] of Object.entries(part)) {
      if (key !== '$ref' || typeof value !== 'string') {
        visit(value)
        continue
      }
      const [section = '', name = ''] = value.replace('#/components/', '').split('/')
      if (found.has(`${section}/${name}`)) continue
      found.add(`${section}/${name}`)
      visit(components[section]?.[name])
    }
  }
  for (const item of Object.values(document.paths)) {
    for (const { parameters, requestBody } of Object.values(item)) visit([parameters, requestBody])
  }
  return found
}

/** The findings in what `redocly lint --format=json` prints. */
export function redoclyFindings(printed: string, locate: ReturnType<typeof locator>): Finding[] {
  const { problems } = JSON.parse(printed) as {
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[]
  }
  return problems.map(({ ruleId, message, location }) => {
    const keys = (location[0]?.pointer ?? '').split('/').slice(1)
    return locate(
      `redocly:${ruleId}`,
      message,
      keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
    )
  })
}

/** The findings in what `spectral lint --format json` prints, each once: a rule may report a place twice. */
export function spectralFindings(printed: string, locate: ReturnType<typeof locator>): Finding[] {
  const problems = JSON.parse(printed) as { code: string; message: string; path: (string | number)[] }[]
  const once = new Map(problems.map((problem) => [`${problem.code} ${problem.path.join('/')}`, problem]))
  return [...once.values()].map(({ code, message, path }) => locate(code, message, path.map(String)))
}
