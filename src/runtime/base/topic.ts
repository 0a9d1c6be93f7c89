import { z } from 'zod'

/**
 * An event that a family publishes. Name, shape and meaning are its contract: others rely on them. Fields may be added; a field
 * that changes its meaning needs a topic with a new name.
 */
export interface Topic<Payload = unknown, Stored = unknown> {
  /** The family and the event, in the past tense: `blog.published`. */
  readonly name: string
  /** When it is published, as one sentence. */
  readonly meaning: string
  /** Checks a payload, and returns it in its stored form. */
  readonly schema: z.ZodType<Stored, Payload>
  /** Checks a stored payload for its subscribers. */
  readonly stored: z.ZodType<Stored>
  /** A realistic payload. */
  readonly example: Payload
}

const topicName = /^[a-z]+(?:\.[a-z]+(?:_[a-z]+)*)+$/

/**
 * Declares a topic, once, in the contracts of the family that publishes it.
 *
 * @param about.stored the shape of a stored payload, if the schema transforms payloads
 * @throws Error if the name is not of the form `family.happened`
 */
export function topic<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  about: {
    readonly meaning: string
    readonly example: z.input<Schema>
    readonly stored?: z.ZodType<z.output<Schema>>
  },
): Topic<z.input<Schema>, z.output<Schema>> {
  if (!topicName.test(name)) throw new Error(`The topic name "${name}" must have the form blog.published.`)
  const { meaning, example, stored = schema } = about
  return {
    name,
    meaning,
    example,
    schema: schema as unknown as z.ZodType<z.output<Schema>, z.input<Schema>>,
    stored: stored as z.ZodType<z.output<Schema>>,
  }
}

/** An id or a name in a payload. */
export const shortText = z.string().min(1).max(300)

/** A moment in a payload: epoch milliseconds. */
export const moment = z.int().nonnegative()
