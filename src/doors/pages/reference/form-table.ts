import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../../../generated/docs/forms')

/** How the value of an argument is entered. Objects are JSON, lists of text have one entry a line. */
export type FieldKind =
  | 'text'
  | 'long text'
  | 'number'
  | 'whole number'
  | 'yes or no'
  | 'choice'
  | 'date-time'
  | 'date'
  | 'list of text'
  | 'object'
  | 'list of objects'
  | 'bytes'

/** A rule of JSON Schema for a value, with the server's own message for a value that breaks it. */
export interface Rule {
  readonly keyword: string
  /** What the keyword says: a bound, a pattern, a format, a type, the accepted values. */
  readonly limit: unknown
  readonly message: string
}

/** An argument as a form asks for it. */
export interface FormField {
  readonly name: string
  readonly kind: FieldKind
  readonly place: 'path' | 'query' | 'body'
  readonly isRequired?: true
  /** A text or a list that differs when it is empty from when it is not sent. */
  readonly mayBeEmpty?: true
  readonly description: string
  readonly rules: readonly Rule[]
  /** The rules of each entry of a list. */
  readonly entryRules?: readonly Rule[]
  /** The accepted values. */
  readonly choices?: readonly string[]
  readonly default?: unknown
  readonly example?: unknown
  /** The arguments to send with bytes: they are sent as base64. */
  readonly alongside?: Readonly<Record<string, string>>
}

/** A method as a form calls it. */
export interface Form {
  readonly id: string
  readonly verb: string
  readonly path: string
  /** Whether the arguments outside the path are a JSON body. */
  readonly hasBody: boolean
  readonly needs: string
  readonly kind: string
  readonly microCredits: number
  readonly priceUnit?: string
  /** The capability that a token must have; absent for services. */
  readonly capability?: string
  /** Whether a payment buys what it returns. */
  readonly topUp?: true
  /** Whether its response can be server-sent events. */
  readonly reportsProgress?: true
  /** The fields of a result that is a file: its content, and the one that says whether that is base64. */
  readonly file?: { readonly content: string; readonly encoding?: string }
  readonly fields: readonly FormField[]
}

/** The form of a method, as generated from the document; undefined if the document has no such method. */
export async function formOf(id: string): Promise<Form | undefined> {
  const [family] = id.split('.')
  const forms = JSON.parse(await readFile(join(folder, `${family}.json`), 'utf8')) as Record<string, Form>
  return forms[id]
}
