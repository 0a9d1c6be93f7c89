import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type Html, html } from '#runtime/base/html.ts'
import { once } from '#runtime/base/once.ts'
import { markdownMarkup } from '#runtime/kit/markdown-markup.ts'

/** A text of the documentation, served beside the reference. */
export interface Guide {
  /** Its address on this server. */
  readonly path: `/docs/${string}`
  readonly title: string
  /** Its file, from the root of the project. */
  readonly file: string
  readonly markdown: string
}

const root = join(import.meta.dirname, '../../../..')

const docs = join(root, 'docs')
/** Pages for those who change Onedoor, not for those who use or run it. */
const forDevelopers = ['adding-an-operation.md', 'releasing.md']

/** Reads all texts at the first call: the guides in the order of their list, then one text for each subject. */
export const readGuides: () => Promise<readonly Guide[]> = once(async () => {
  const list = await readFile(join(docs, 'guides/README.md'), 'utf8')
  const guides = [...list.matchAll(/^- \[.+?\]\(([\w-]+)\.md\)/gm)].map(([, name]) => `guides/${name}`)
  const topics = (await readdir(docs)).filter((name) => name.endsWith('.md') && !forDevelopers.includes(name)).sort()
  return Promise.all([...guides, ...topics.map((name) => name.replace(/\.md$/, ''))].map(readGuide))
})

async function readGuide(name: string): Promise<Guide> {
  const file = `docs/${name}.md`
  const markdown = (await readFile(join(root, file), 'utf8')).replace(/^(?:<!--.*?-->\s*)+/s, '')
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? name
  return { path: name.startsWith('guides/') ? `/docs/${name}` : `/docs/topics/${name}`, title, file, markdown }
}

/** The text of a guide. Links to other guides lead to their pages; files of the project are named without a link. */
export function guideMarkup(guide: Guide, guides: readonly Guide[]): Html {
  const placeOf = headingPlaces()
  return markdownMarkup(guide.markdown, {
    heading: (level, text) => ({ level, id: placeOf(text) }),
    link: (href, inner) => {
      const target = linkOf(guide, href, guides)
      return target === undefined ? html`${inner}` : html`<a href="${target}">${inner}</a>`
    },
    picture: (_src, alt) => html`${alt}`,
  })
}

function linkOf({ file }: Guide, href: string, guides: readonly Guide[]): string | undefined {
  if (/^[a-z]+:/i.test(href) || href.startsWith('#')) return href
  const [path = '', place] = href.split('#')
  const target = posix.join(posix.dirname(file), path)
  const page = guides.find((each) => each.file === target)?.path
  return page && (place === undefined ? page : `${page}#${place}`)
}

/** The headings below the title, with their places. */
export function headingsOf({ markdown }: Guide): { readonly place: string; readonly text: string }[] {
  const placeOf = headingPlaces()
  const prose = markdown.replace(/^```.*?^```$/gms, '')
  return [...prose.matchAll(/^(#+) (.+)$/gm)]
    .map(([, marks = '', text = '']) => ({ level: marks.length, place: placeOf(text), text: text.replaceAll('`', '') }))
    .filter(({ level }) => level > 1)
}

/** The ids of headings in one text, as repository hosts make them: a repeated one gets a number. */
function headingPlaces(): (text: string) => string {
  const seen = new Map<string, number>()
  return (text) => {
    const place = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-')
    const before = seen.get(place) ?? 0
    seen.set(place, before + 1)
    return before === 0 ? place : `${place}-${before}`
  }
}
