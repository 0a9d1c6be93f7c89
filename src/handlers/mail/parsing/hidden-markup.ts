import type { Token } from 'parse5'

/** Declarations that keep an element from being seen, alone or with others of the same rule. */
const hiding =
  /(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all|(?:opacity|font-size)\s*:\s*(?:0+(?:\.0*)?|\.0+)(?![\d.]))/i
/** One that is never closed reaches to the end, as in CSS. */
const comment = /\/\*[\s\S]*?(?:\*\/|$)/g

/** Recognizes elements that mail programs do not show: by attribute, by style, or by class or id in a style sheet. */
export class HiddenMarkup {
  readonly #names = new Set<string>()

  /** Reads a style sheet. Rules that hold on some screens only are ignored. */
  addStyles(css: string): void {
    let depth = 0
    let start = 0
    let isConditional = false
    const text = css.replace(comment, ' ').replace(/<!--|-->/g, ' ')
    for (let at = 0; at < text.length; at++) {
      if (text[at] === '{') {
        if (depth === 0) isConditional = text.slice(start, at).trim().startsWith('@')
        depth += 1
      } else if (text[at] === '}') {
        depth = Math.max(0, depth - 1)
        if (depth > 0) continue
        if (!isConditional) this.#addRule(text.slice(start, at))
        start = at + 1
      } else if (text[at] === ';' && depth === 0) start = at + 1
    }
  }

  #addRule(rule: string): void {
    const open = rule.indexOf('{')
    if (open < 0 || !hiding.test(rule.slice(open))) return
    for (const selector of rule.slice(0, open).split(',')) {
      const [, name] = /^\s*[a-z0-9]*([.#][\w-]+)\s*$/i.exec(selector) ?? []
      if (name !== undefined) this.#names.add(name)
    }
  }

  /** Whether an element with these attributes is hidden. */
  has(attrs: Token.Attribute[]): boolean {
    return attrs.some(({ name, value }) => {
      if (name === 'hidden') return true
      if (name === 'style') return hiding.test(value.replace(comment, ' '))
      if (name === 'id') return this.#names.has(`#${value}`)
      return name === 'class' && value.split(/\s+/).some((each) => this.#names.has(`.${each}`))
    })
  }
}
