/** Words that negate what follows. */
const negators: ReadonlySet<string> = new Set(['not', 'never', 'without', 'cannot', 'dont', 'wont', 'avoid'])
/** "Do not forget to send" requests it. */
const reversals: ReadonlySet<string> = new Set(['forget', 'only', 'just', 'hesitate'])
/** After these a negation ends. */
const turns: ReadonlySet<string> = new Set(['but', 'instead', 'then'])
/** A word after one of these may be the request, like one at the beginning of a sentence. */
const leading: ReadonlySet<string> = new Set(
  'and then please to also you or just now kindly me it them this that i ill lets either'.split(' '),
)

/** "Tell me" requests the answer, not a message to others. */
const reporting: ReadonlySet<string> = new Set(['tell', 'send', 'answer', 'text', 'message', 'forward', 'reply'])
const oneself: ReadonlySet<string> = new Set(['me', 'us'])

interface Word {
  readonly word: string
  readonly stem: string
  /** Whether it is at the position of a request's verb, and not negated. */
  readonly isAsked: boolean
}

/**
 * The caller's own words, without quotations, because those may be by anyone. It decides whether they
 * requested something, as far as that is possible without a model, which untrusted text could persuade.
 */
export class OwnWords {
  readonly #text: string
  readonly #words: readonly Word[]

  /** @param text the caller's prompt */
  constructor(text: string) {
    const own = withoutQuotes(text)
    this.#text = normal(own)
    this.#words = own.split(/[.!?;\n]+(?:\s|$)/u).flatMap(wordsOfSentence)
  }

  /** Whether one of these verbs is requested: in this form, at the position of a request's verb, and not negated. */
  ask(verbs: Iterable<string>): boolean {
    const asked = new Set(verbs)
    return this.#words.some(({ word, isAsked }) => isAsked && asked.has(word))
  }

  /** Whether the text contains one of these words, in any of its simple forms. */
  mention(words: Iterable<string>): boolean {
    const stems = new Set([...words].map(stemOf))
    return this.#words.some(({ stem }) => stems.has(stem))
  }

  /** Whether the text contains this phrase, in any case and spacing, beginning and ending with whole words. */
  say(text: string): boolean {
    const wanted = normal(text)
    if (wanted === '') return false
    for (let at = this.#text.indexOf(wanted); at >= 0; at = this.#text.indexOf(wanted, at + 1)) {
      if (!isWordPart(this.#text[at - 1]) && !isWordPart(this.#text[at + wanted.length])) return true
    }
    return false
  }

  /** Whether a recipient is named: by the whole id, or by the part after its kind, as in `topic_gardening`. */
  name(recipient: string): boolean {
    const [, rest] = /^[a-z]+[_:](.+)$/u.exec(recipient) ?? []
    return this.say(recipient) || (rest !== undefined && this.say(rest.replaceAll('_', ' ')))
  }

  /** The addresses in the text. */
  get addresses(): readonly string[] {
    return addressesIn(this.#text)
  }
}

/** The web addresses in a text, without punctuation that ends a sentence. */
export function addressesIn(text: string): string[] {
  return (text.match(/https?:\/\/[^\s<>"'`)\]}\\]+/giu) ?? []).map((address) => address.replace(/[.,;:!?]+$/u, ''))
}

/** Quoted lines, code, and fenced blocks. */
function withoutQuotes(text: string): string {
  return text
    .replace(/^(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^\1[^\n]*$|(?![\s\S]))/gmu, '\n')
    .split('\n')
    .filter((line) => !/^\s*>/u.test(line))
    .join('\n')
}

function normal(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

function wordsOfSentence(sentence: string): Word[] {
  const words =
    sentence
      .toLowerCase()
      .replace(/[’']/gu, '')
      .match(/[\p{L}\p{N}]+|[,:–—-]/gu) ?? []
  let isDenied = false
  return words.map((word, at) => {
    const before = words[at - 1]
    if (turns.has(word)) isDenied = false
    if (negators.has(word) && !reversals.has(words[at + 1] ?? '')) isDenied = true
    const isLed = before === undefined || leading.has(before) || !isWordPart(before[0])
    const isToOneself = reporting.has(word) && oneself.has(words[at + 1] ?? '')
    return { word, stem: stemOf(word), isAsked: isLed && !isDenied && !isToOneself }
  })
}

/** A word without its English ending: `notes`, `noted` and `noting` become one. */
function stemOf(word: string): string {
  const plain = word.toLowerCase()
  if (plain.length <= 3) return plain
  const base = plain
    .replace(/ies$/u, 'y')
    .replace(/(?:ing|ed|es|s)$/u, '')
    .replace(/([bdgmnprt])\1$/u, '$1')
  return base.length < 3 ? plain : base.replace(/e$/u, '')
}

function isWordPart(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character)
}
