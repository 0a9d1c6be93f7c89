/** Words that turn what follows into its opposite. */
const negators: ReadonlySet<string> = new Set(['not', 'never', 'without', 'cannot', 'dont', 'wont', 'avoid'])
/** "Do not forget to send" asks for it. */
const reversals: ReadonlySet<string> = new Set(['forget', 'only', 'just', 'hesitate'])
/** After these what was denied is over. */
const turns: ReadonlySet<string> = new Set(['but', 'instead', 'then'])
/** A word after one of these may be what is asked for, as one at the beginning of a sentence. */
const leading: ReadonlySet<string> = new Set(
  'and then please to also you or just now kindly me it them this that i ill lets either'.split(' '),
)

/** "Tell me" asks for the answer, not for a message to others. */
const telling: ReadonlySet<string> = new Set(['tell', 'send', 'answer', 'text', 'message', 'forward', 'reply'])
const oneself: ReadonlySet<string> = new Set(['me', 'us'])

interface Word {
  readonly word: string
  readonly stem: string
  /** Whether it stands where a request has its verb, and is not denied. */
  readonly isAsked: boolean
}

/**
 * What a caller said in their own words: without what they quote, because that may be by anybody. It tells whether they
 * asked for something, as far as that can be told without a model, which the text of strangers could persuade.
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

  /** Whether one of these verbs is asked for: as it stands, where a request has its verb, and not denied. */
  ask(verbs: Iterable<string>): boolean {
    const asked = new Set(verbs)
    return this.#words.some(({ word, isAsked }) => isAsked && asked.has(word))
  }

  /** Whether one of these words is said, in any of its simple forms. */
  mention(words: Iterable<string>): boolean {
    const stems = new Set([...words].map(stemOf))
    return this.#words.some(({ stem }) => stems.has(stem))
  }

  /** Whether this is said as it stands, whatever its case and spacing, beginning and ending with whole words. */
  say(text: string): boolean {
    const wanted = normal(text)
    if (wanted === '') return false
    for (let at = this.#text.indexOf(wanted); at >= 0; at = this.#text.indexOf(wanted, at + 1)) {
      if (!isWordPart(this.#text[at - 1]) && !isWordPart(this.#text[at + wanted.length])) return true
    }
    return false
  }

  /** Whether a recipient is named: by the whole id, or by what stands in it after its kind, as in `topic_gardening`. */
  name(recipient: string): boolean {
    const [, rest] = /^[a-z]+[_:](.+)$/u.exec(recipient) ?? []
    return this.say(recipient) || (rest !== undefined && this.say(rest.replaceAll('_', ' ')))
  }

  /** The addresses that are said. */
  get addresses(): readonly string[] {
    return addressesIn(this.#text)
  }
}

/** The web addresses in a text, without what ends a sentence behind them. */
export function addressesIn(text: string): string[] {
  return (text.match(/https?:\/\/[^\s<>"'`)\]}\\]+/giu) ?? []).map((address) => address.replace(/[.,;:!?]+$/u, ''))
}

/** Lines that are quoted, code, and blocks between fences. */
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
    const isToOneself = telling.has(word) && oneself.has(words[at + 1] ?? '')
    return { word, stem: stemOf(word), isAsked: isLed && !isDenied && !isToOneself }
  })
}

/** A word without its English ending: `notes`, `noted` and `noting` are one. */
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
