import { once } from '#runtime/base/once.ts'
import { apiDocument } from '#runtime/base/openapi.ts'
import type { LinkOf } from '../kit/prose.ts'
import {
  type Argument,
  type Family,
  type Group,
  groupsOf,
  type Method,
  type ObjectType,
  referenceOf,
  type Serves,
  typesOf,
} from './model.ts'

/** The contents of the API document, in the forms that the pages need. */
export interface About {
  readonly families: readonly Family[]
  readonly groups: readonly Group[]
  readonly types: ReadonlyMap<string, ObjectType>
  readonly catalogue: Catalogue
  /** Whether calls cost credits. */
  readonly usesCredits: boolean
  /** Where a name such as `notes.add` is described. */
  readonly link: LinkOf
}

/**
 * Reads the API document at the first call.
 *
 * @param serves whether this server serves an operation
 * @param usesCredits whether calls cost credits: otherwise every method is free
 */
export function aboutThisServer(serves: Serves, usesCredits = true): () => Promise<About> {
  return once(async () => {
    const document = await apiDocument()
    const families = referenceOf(document, serves, usesCredits)
    const places = new Map(families.flatMap(({ methods }) => methods.map(({ id, docs }) => [id, docs] as const)))
    return {
      families,
      groups: groupsOf(document, families),
      types: typesOf(document, families),
      usesCredits,
      catalogue: catalogueOf(families),
      link: (code) => places.get(code),
    }
  })
}

/** The body of `GET /api/v1`, as the API document describes it. */
interface Catalogue {
  readonly items: readonly { service: string; description: string; methods: readonly object[] }[]
}

/** Every method, for programs. Pages, documents and redirects are omitted. */
export function catalogueOf(families: readonly Family[]): Catalogue {
  const services = families.map(({ name, description, methods }) => ({
    service: name,
    description,
    methods: methods.filter(({ isDoor }) => !isDoor).map(methodEntry),
  }))
  return { items: services.filter(({ methods }) => methods.length > 0) }
}

function methodEntry(method: Method) {
  return {
    method: method.id,
    verb: method.verb,
    path: method.path,
    summary: method.summary,
    needs: method.needs,
    price: method.price,
    ...(method.price === 'varies' ? { price_unit: method.priceUnit } : { credits: method.credits }),
    reads: method.isRead,
    retry: method.retry,
    withheld: method.isWithheld,
    served: method.isServed,
    has_body_form: method.hasBodyForm,
    docs: method.docs,
    arguments: method.args.map(argumentEntry),
  }
}

function argumentEntry({ name, isRequired, description, schema, itemSchema }: Argument) {
  return present({
    name,
    type: typeOf(schema.type),
    required: isRequired,
    description,
    default: schema.default,
    values: schema.enum ?? itemSchema?.enum,
    whole: schema.type === 'integer' || undefined,
    minimum: schema.minimum,
    maximum: schema.maximum,
    min_length: schema.minLength,
    max_length: schema.maxLength,
    min_items: schema.minItems,
    max_items: schema.maxItems,
    format: schema.type === 'string' ? schema.format : undefined,
    pattern: schema.pattern,
    items: itemSchema && typeOf(itemSchema.type),
  })
}

/** The catalogue's word for a type: an integer is a number, marked as whole. */
function typeOf(type: string | undefined): string | undefined {
  return type === 'integer' ? 'number' : type
}

function present(entry: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined))
}
