import { type Token, Tokenizer, TokenizerMode } from 'parse5'

/** Elements whose content is not markup, and how browsers tokenize it. */
const rawElements = new Map<string, Tokenizer['state']>([
  ['iframe', TokenizerMode.RAWTEXT],
  ['noembed', TokenizerMode.RAWTEXT],
  ['noframes', TokenizerMode.RAWTEXT],
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['textarea', TokenizerMode.RCDATA],
  ['title', TokenizerMode.RCDATA],
  ['xmp', TokenizerMode.RAWTEXT],
])

/** Gets the tags and the text of markup in order, as they are written. */
export interface MarkupReader {
  begin(tag: string, attrs: Token.Attribute[]): void
  /** Also called at the end of the markup for an element with raw content that is still open. */
  end(tag: string): void
  /** @param raw the tag of the open element whose content is raw; otherwise empty */
  text(chars: string, raw: string): void
}

/** Reads markup once, even if it is malformed. No tree is built, because that can take quadratic time. */
export function readMarkup(html: string, reader: MarkupReader): void {
  let raw = ''
  const onCharacter = ({ chars }: Token.CharacterToken) => reader.text(chars, raw)
  const ignore = () => undefined
  const tokenizer: Tokenizer = new Tokenizer(
    {},
    {
      onStartTag({ tagName, attrs }) {
        const mode = rawElements.get(tagName)
        if (mode !== undefined) {
          raw = tagName
          tokenizer.state = mode
        }
        reader.begin(tagName, attrs)
      },
      onEndTag({ tagName }) {
        raw = ''
        reader.end(tagName)
      },
      onCharacter,
      onWhitespaceCharacter: onCharacter,
      onNullCharacter: ignore,
      onComment: ignore,
      onDoctype: ignore,
      onEof: ignore,
    },
  )
  tokenizer.write(html, true)
  if (raw !== '') reader.end(raw)
}
