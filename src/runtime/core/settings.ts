import { z } from 'zod'
import { optional, setting, wholeNumber } from '../setting.ts'
import { KEY_RULE, parseKey } from './config/keys.ts'

/** The settings of the core services: part of the table in config.ts. */
export const coreSettings = {
  storeQuotaMib: setting({
    name: 'STORE_QUOTA_MIB',
    rule: 'a whole number of MiB from 1 to 999999999',
    fallback: '1024',
    meaning: 'How much the records and blobs of one namespace may hold together in the `store` service.',
    without: 'Nothing.',
    example: '4096',
    schema: wholeNumber(1, 999_999_999),
  }),
  configSecretKey: optional({
    name: 'CONFIG_SECRET_KEY',
    rule: KEY_RULE,
    fallbackText: 'a key in DATA_DIR/config-secret.key, made on first use',
    meaning:
      'The key with which the `config` service encrypts secrets. The file in DATA_DIR has the same form, for moving from one to the other.',
    without: 'Servers that share a database but not a DATA_DIR cannot read the secrets that another one has encrypted.',
    example: 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
    secret: true,
    schema: z
      .string()
      .refine((text) => parseKey(text) !== undefined)
      .transform((text) => parseKey(text) as Uint8Array),
  }),
} as const
