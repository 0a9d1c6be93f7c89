/** A job of the process for schemas of others: to compile a schema, or to check a value as well. JSON texts. */
export interface SchemaJob {
  readonly schema: string
  readonly value?: string
}

/** Its result: why the schema cannot be used, or what is wrong with the value. */
export type SchemaResult =
  | { readonly unusable: string; readonly faults?: undefined }
  | { readonly faults: readonly string[]; readonly unusable?: undefined }
