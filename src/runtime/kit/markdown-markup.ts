import MarkdownIt from 'markdown-it'
import type Token from 'markdown-it/lib/token.mjs'
import { attributes, type Html, html } from '#runtime/base/html.ts'

const parser = new MarkdownIt({ html: false, linkify: false })
parser.disable('entity')

/** How a page shows what depends on who wrote the text. */
export interface MarkdownRules {
  /** A link; the parser lets no javascript: address and the like become one. */
  readonly link: (href: string, inner: readonly Html[]) => Html
  /** A picture, by its address and alternative text. */
  readonly picture: (src: string, alt: string) => Html
  /** The element of a heading, such as `h2`, and the id of its place; the text is that of the heading. */
  readonly heading?: (level: number, text: string) => { readonly level: number; readonly id?: string }
}

/** What a token that opens an element makes of what is inside. */
type Wrap = (inner: readonly Html[], token: Token) => Html

const wraps: Readonly<Record<string, Wrap>> = {
  paragraph: (inner, { hidden }) => (hidden ? html`${inner}` : html`<p>${inner}</p>\n`),
  blockquote: (inner) => html`<blockquote>\n${inner}</blockquote>\n`,
  bullet_list: (inner) => html`<ul>\n${inner}</ul>\n`,
  ordered_list: (inner) => html`<ol>\n${inner}</ol>\n`,
  list_item: (inner) => html`<li>${inner}</li>\n`,
  thead: (inner) => html`<thead>\n${inner}</thead>\n`,
  tbody: (inner) => html`<tbody>\n${inner}</tbody>\n`,
  tr: (inner) => html`<tr>${inner}</tr>\n`,
  // A corner without a heading is a plain cell.
  th: (inner) => (String(html`${inner}`) === '' ? html`<td></td>` : html`<th scope="col">${inner}</th>`),
  td: (inner) => html`<td>${inner}</td>`,
  em: (inner) => html`<em>${inner}</em>`,
  strong: (inner) => html`<strong>${inner}</strong>`,
  s: (inner) => html`<s>${inner}</s>`,
}

const leaves: Readonly<Record<string, (token: Token) => Html>> = {
  text: ({ content }) => html`${content}`,
  softbreak: () => html`\n`,
  hardbreak: () => html`<br>\n`,
  code_inline: ({ content }) => html`<code>${content}</code>`,
  fence: codeOf,
  code_block: codeOf,
  hr: () => html`<hr>\n`,
}

function codeOf({ content }: Token): Html {
  return html`<pre role="group" tabindex="0" aria-label="Code"><code>${content}</code></pre>\n`
}

const headings: Readonly<Record<number, (id: string, inner: readonly Html[]) => Html>> = {
  1: (id, inner) => html`<h1${idOf(id)}>${inner}</h1>\n`,
  2: (id, inner) => html`<h2${idOf(id)}>${inner}</h2>\n`,
  3: (id, inner) => html`<h3${idOf(id)}>${inner}</h3>\n`,
  4: (id, inner) => html`<h4${idOf(id)}>${inner}</h4>\n`,
  5: (id, inner) => html`<h5${idOf(id)}>${inner}</h5>\n`,
  6: (id, inner) => html`<h6${idOf(id)}>${inner}</h6>\n`,
}

function idOf(id: string) {
  return attributes({ id: id || undefined })
}

/** The rules of a text, and how many tables it has had so far. */
interface Progress extends MarkdownRules {
  tables: number
}

/** The markup of tokens, in which elements are opened and closed in turn. */
function markupOf(tokens: readonly Token[], rules: Progress): Html[] {
  const open: { inner: Html[]; token: Token | undefined; text: string }[] = [{ inner: [], token: undefined, text: '' }]
  for (const token of tokens) {
    const top = open.at(-1) as (typeof open)[number]
    if (token.nesting === 1) open.push({ inner: [], token, text: '' })
    else if (token.nesting === -1) {
      open.pop()
      open.at(-1)?.inner.push(elementOf(top.token ?? token, top.inner, top.text, rules))
    } else {
      top.text += token.content
      top.inner.push(leafOf(token, rules))
    }
  }
  return open[0]?.inner ?? []
}

function elementOf(token: Token, inner: readonly Html[], text: string, rules: Progress): Html {
  if (token.type === 'link_open') return rules.link(String(token.attrGet('href')), inner)
  if (token.type === 'heading_open') {
    const written = Number(token.tag.slice(1))
    const { level, id = '' } = rules.heading?.(written, text) ?? { level: written }
    return (headings[level] as (id: string, inner: readonly Html[]) => Html)(id, inner)
  }
  if (token.type === 'table_open') {
    rules.tables += 1
    return html`<div class="scroll" role="region" tabindex="0" aria-label="Table ${rules.tables}">\n<table>\n${inner}</table>\n</div>\n`
  }
  const wrap = wraps[token.type.replace(/_open$/, '')]
  return wrap ? wrap(inner, token) : html`${inner}`
}

function leafOf(token: Token, rules: Progress): Html {
  if (token.type === 'inline') return html`${markupOf(token.children ?? [], rules)}`
  if (token.type === 'image') return rules.picture(String(token.attrGet('src')), token.content)
  return leaves[token.type]?.(token) ?? html`${token.content}`
}

/** Markdown as markup. HTML in it is text: nothing gets into the page but what `html` makes of it. */
export function markdownMarkup(markdown: string, rules: MarkdownRules): Html {
  return html`${markupOf(parser.parse(markdown, {}), { ...rules, tables: 0 })}`
}
