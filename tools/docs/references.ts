/** What a page says about the rest of the project, as far as a machine can check it. */
export interface References {
  /** Targets of links that are not whole addresses: a path, a `#place`, or both. */
  readonly links: readonly string[]
  /** Words in code spans, and the lines of code blocks. */
  readonly code: readonly string[]
}

const codeBlock = /^```[^\n]*\n(.*?)^```$/gms
const codeSpan = /`([^`\n]+)`/g

/** Takes a page of markdown apart. */
export function referencesOf(markdown: string): References {
  const blocks = [...markdown.matchAll(codeBlock)].flatMap(([, text]) => (text as string).split('\n'))
  const prose = markdown.replace(codeBlock, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target as string)
  return {
    links: links.filter((target) => !/^[a-z]+:/.test(target)),
    code: [...[...prose.matchAll(codeSpan)].map(([, text]) => text as string), ...blocks],
  }
}

/** The places in a page that a link can lead to: its headings, as they are named on the usual hosts of repositories. */
export function headingIds(markdown: string): string[] {
  return [...markdown.replace(codeBlock, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    (heading as string)
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}
