/** A job of the process for untrusted schemas: to compile a schema and, if given, check a value. JSON texts. */
export interface SchemaJob {
  readonly schema: string
  readonly value?: string
}

/** Its result: why the schema cannot be used, or the faults of the value. */
export type SchemaResult =
  | { readonly unusable: string; readonly faults?: undefined }
  | { readonly faults: readonly string[]; readonly unusable?: undefined }
