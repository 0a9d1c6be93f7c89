import MarkdownIt from 'markdown-it'
import type Token from 'markdown-it/lib/token.mjs'
import { type Html, html } from '#runtime/base/html.ts'

/** Longer posts are shown as they are typed: parsing them would hold up other requests. */
export const maxFormatted = 20_000

const parser = new MarkdownIt({ html: false, linkify: false })
parser.disable('entity')

/** What a token that opens an element makes of what is inside. */
type Wrap = (inner: readonly Html[], token: Token) => Html

const headings: Readonly<Record<string, Wrap>> = {
  h2: (inner) => html`<h2>${inner}</h2>\n`,
  h3: (inner) => html`<h3>${inner}</h3>\n`,
  h4: (inner) => html`<h4>${inner}</h4>\n`,
  h5: (inner) => html`<h5>${inner}</h5>\n`,
  h6: (inner) => html`<h6>${inner}</h6>\n`,
}

/**
 * Lets the headings of a post begin one level below that of the page, and none be more than one level below the one it belongs
 * to, regardless of their marks.
 */
function levelHeadings(tokens: readonly Token[]): readonly Token[] {
  const above: string[] = []
  for (const token of tokens) {
    if (token.type !== 'heading_open') continue
    while (above.length > 0 && (above.at(-1) as string) >= token.tag) above.pop()
    above.push(token.tag)
    token.tag = `h${Math.min(above.length + 1, 6)}`
  }
  return tokens
}

const wraps: Readonly<Record<string, Wrap>> = {
  paragraph: (inner, { hidden }) => (hidden ? html`${inner}` : html`<p>${inner}</p>\n`),
  heading: (inner, token) => (headings[token.tag] as Wrap)(inner, token),
  blockquote: (inner) => html`<blockquote>\n${inner}</blockquote>\n`,
  bullet_list: (inner) => html`<ul>\n${inner}</ul>\n`,
  ordered_list: (inner) => html`<ol>\n${inner}</ol>\n`,
  list_item: (inner) => html`<li>${inner}</li>\n`,
  table: (inner) =>
    html`<div class="scroll" role="region" tabindex="0" aria-label="Table">\n<table>\n${inner}</table>\n</div>\n`,
  thead: (inner) => html`<thead>\n${inner}</thead>\n`,
  tbody: (inner) => html`<tbody>\n${inner}</tbody>\n`,
  tr: (inner) => html`<tr>${inner}</tr>\n`,
  th: (inner) => html`<th scope="col">${inner}</th>`,
  td: (inner) => html`<td>${inner}</td>`,
  em: (inner) => html`<em>${inner}</em>`,
  strong: (inner) => html`<strong>${inner}</strong>`,
  s: (inner) => html`<s>${inner}</s>`,
  // The parser lets no javascript: address and the like become a link.
  link: (inner, token) => html`<a href="${String(token.attrGet('href'))}" rel="nofollow ugc noopener">${inner}</a>`,
}

const leaves: Readonly<Record<string, (token: Token) => Html>> = {
  text: ({ content }) => html`${content}`,
  softbreak: () => html`\n`,
  hardbreak: () => html`<br>\n`,
  code_inline: ({ content }) => html`<code>${content}</code>`,
  fence: codeOf,
  code_block: codeOf,
  hr: () => html`<hr>\n`,
  inline: ({ children }) => html`${markupOf(children ?? [])}`,
  // A picture on another server would let that server see who reads.
  image: (token) =>
    html`<a href="${String(token.attrGet('src'))}" rel="nofollow ugc noopener">${token.content || 'Picture'}</a>`,
}

function codeOf({ content }: Token): Html {
  return html`<pre role="group" tabindex="0" aria-label="Code"><code>${content}</code></pre>\n`
}

/** The markup of tokens, in which elements are opened and closed in turn. */
function markupOf(tokens: readonly Token[]): Html[] {
  const open: { inner: Html[]; token: Token | undefined }[] = [{ inner: [], token: undefined }]
  for (const token of tokens) {
    const top = open.at(-1) as (typeof open)[number]
    if (token.nesting === 1) open.push({ inner: [], token })
    else if (token.nesting === -1) {
      open.pop()
      const name = token.type.replace(/_close$/, '')
      const wrap = wraps[name]
      const opener = top.token ?? token
      open.at(-1)?.inner.push(wrap ? wrap(top.inner, opener) : html`${top.inner}`)
    } else top.inner.push(leaves[token.type]?.(token) ?? html`${token.content}`)
  }
  return open[0]?.inner ?? []
}

/**
 * Markdown as markup. HTML in it is text, and pictures become links. Written by strangers: nothing gets into the page but
 * what `html` makes of it.
 */
export function formatted(markdown: string): Html {
  if (markdown.length > maxFormatted) return html`<p class="typed">${markdown}</p>\n`
  return html`${markupOf(levelHeadings(parser.parse(markdown, {})))}`
}
