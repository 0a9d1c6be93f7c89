import { z } from 'zod'

/**
 * Something that a family announces. Name, shape and meaning are its contract: others rely on them without knowing the
 * family. Fields may be added; a field that changes its meaning needs a topic with a new name.
 */
export interface Topic<Payload = unknown> {
  /** The family and what has happened, in the past tense: `blog.published`. */
  readonly name: string
  /** When it is announced, as one sentence. */
  readonly meaning: string
  /** Checks a payload, and brings it into the form in which it is carried. */
  readonly schema: z.ZodType<unknown, Payload>
  /** A realistic payload; a test reads it with this schema and with that of every listener. */
  readonly example: Payload
}

const topicName = /^[a-z]+(?:\.[a-z]+(?:_[a-z]+)*)+$/

/**
 * Declares a topic, once at module level of the family that announces it.
 *
 * @throws Error if the name is not of the form `family.happened`
 */
export function topic<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  about: { readonly meaning: string; readonly example: z.input<Schema> },
): Topic<z.input<Schema>> {
  if (!topicName.test(name)) throw new Error(`The topic "${name}" must be named like blog.published.`)
  return { name, ...about, schema: schema as z.ZodType<unknown, z.input<Schema>> }
}

/** An id or a name in a payload. */
export const shortText = z.string().min(1).max(300)

/** A moment in a payload: epoch milliseconds. */
export const moment = z.int().nonnegative()
