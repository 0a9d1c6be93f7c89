import type { CliArgument, CliMethod } from '#generated/cli/index.ts'
import { MICRO_CREDITS_PER_CREDIT } from '../../../runtime/money/amounts.ts'
import { kebab, quoted } from './spelling.ts'

const maxExampleValueLength = 160

/** The placeholder of an argument's value in help: `<text>`, `<number>`. */
export function placeholderOf({ type, format, values }: CliArgument): string {
  if (values) return '<word>'
  if (type === 'integer') return '<whole number>'
  if (type === 'number') return '<number>'
  if (type === 'object') return '<JSON>'
  if (format === 'date-time') return '<time>'
  if (format === 'uri') return '<address>'
  return format === 'date' ? '<date>' : '<text>'
}

/** The rule of an argument, as the end of a sentence: `a whole number from 1 to 100`. */
export function ruleOf({
  type,
  values,
  format,
  fields,
  minimum,
  maximum,
  minLength = 0,
  maxLength,
}: CliArgument): string {
  if (values) return `one of ${values.join(', ')}`
  if (type === 'boolean') return 'true or false'
  if (type === 'object') return fields ? `a JSON object of ${fields.join(', ')}` : 'a JSON object'
  if (type === 'integer' || type === 'number') {
    const noun = type === 'integer' ? 'a whole number' : 'a number'
    if (minimum !== undefined && maximum !== undefined) return `${noun} from ${minimum} to ${maximum}`
    if (minimum !== undefined) return `${noun}, at least ${minimum}`
    return maximum === undefined ? noun : `${noun}, at most ${maximum}`
  }
  if (format === 'date-time') return 'a time such as 2026-11-21T09:30:00Z'
  if (format === 'date') return 'a date such as 2026-11-21'
  const noun = format === 'uri' ? 'an address such as https://example.com' : 'a text'
  if (maxLength === undefined) return minLength > 0 ? `${noun} that is not empty` : noun
  return `${noun} of ${minLength > 0 ? `${minLength} to` : 'at most'} ${grouped(maxLength)} characters`
}

/** An argument's line in help: its description and its rules. */
export function helpOf(argument: CliArgument): string {
  const { description, isRequired, isList, default: fallback, minItems, maxItems, values, type } = argument
  const facts = [
    isRequired ? 'required' : '',
    isList ? `may be given several times${countOf(minItems, maxItems)}` : '',
    fallback === undefined ? '' : `default: ${fallback}`,
    // The help itself lists the words to choose from.
    type === 'boolean' || values ? '' : ruleOf(argument),
  ].filter((fact) => fact !== '' && fact !== 'a text')
  return `${description.replaceAll('\n', ' ')}${facts.length > 0 ? ` (${facts.join('; ')})` : ''}`
}

function countOf(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return ''
  return min === undefined ? `, at most ${max}` : `, ${min} to ${max}`
}

/** Joins the lines of each paragraph, for a help that wraps them itself. */
export function unwrapped(text: string): string {
  return text.replace(/(?<!\n)\n(?![\n*-])/g, ' ')
}

/** `free`, `3 credits`, `0.01 credits`, `varies, charged for each SMS segment`. */
export function priceOf({ microCredits, priceUnit, isTopUp }: CliMethod): string {
  if (isTopUp) return 'the payment for the credits it buys'
  if (priceUnit) return `varies, charged ${priceUnit}`
  if (microCredits === 0) return 'free'
  const credits = microCredits / MICRO_CREDITS_PER_CREDIT
  const text = credits.toFixed(6).replace(/\.?0+$/, '')
  return `${text} ${credits === 1 ? 'credit' : 'credits'}`
}

/** Who may call a method, as a sentence. */
export const whoMayCall = {
  open: 'Anyone may call it.',
  caller: 'It requires a token.',
  account: 'It requires an account token.',
} as const

/** Arguments as they are typed after a method's name. */
export function typedArguments(
  method: { readonly args: readonly Pick<CliArgument, 'name'>[] },
  args: Readonly<Record<string, unknown>>,
): string[] {
  return method.args.flatMap(({ name }) => {
    const value = args[name]
    const option = kebab(name)
    if (value === undefined) return []
    if (typeof value === 'boolean') return [value ? `--${option}` : `--no-${option}`]
    return (Array.isArray(value) ? value : [value]).flatMap((entry) => [`--${option}`, typedValue(entry)])
  })
}

function typedValue(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : withoutFileSign(String(value))
}

/** A leading `@` names a file; a doubled one is literal. */
function withoutFileSign(text: string): string {
  return text.startsWith('@') ? `@${text}` : text
}

/** The document's example as a command to copy; a very long value is shown as a file. */
export function exampleOf(family: string, method: CliMethod): string {
  const words = typedArguments(method, method.example).map((word) =>
    word.length > maxExampleValueLength ? '@FILE' : quoted(word),
  )
  return ['onedoor', family, method.name, ...words].join(' ')
}

function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}
