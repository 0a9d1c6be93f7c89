/** A page's references to the rest of the project, as far as they can be checked. */
export interface References {
  /** Targets of relative links: a path, a `#heading`, or both. */
  readonly links: readonly string[]
  /** Words in code spans, and the lines of code blocks. */
  readonly code: readonly string[]
}

const codeBlock = /^```[^\n]*\n(.*?)^```$/gms
const codeSpan = /`([^`\n]+)`/g

/** Extracts the references from a page of markdown. */
export function referencesOf(markdown: string): References {
  const blocks = [...markdown.matchAll(codeBlock)].flatMap(([, text]) => (text as string).split('\n'))
  const prose = markdown.replace(codeBlock, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target as string)
  return {
    links: links.filter((target) => !/^[a-z]+:/.test(target)),
    code: [...[...prose.matchAll(codeSpan)].map(([, text]) => text as string), ...blocks],
  }
}

/** The ids of a page's headings, as repository hosts generate them. */
export function headingIds(markdown: string): string[] {
  return [...markdown.replace(codeBlock, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}
