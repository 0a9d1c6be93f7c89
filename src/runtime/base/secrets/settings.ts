import { optional, parsedBy } from '../setting.ts'
import { KEY_RULE, parseKey } from './keys.ts'

/** The key of secrets that are stored encrypted. */
export const secretSettings = {
  configSecretKey: optional({
    name: 'CONFIG_SECRET_KEY',
    rule: KEY_RULE,
    fallbackText: 'a key in DATA_DIR/config-secret.key, created on first use',
    meaning:
      'The key with which the `config` service encrypts secrets. The file in DATA_DIR has the same format, so you can move the key between the file and this setting.',
    without: 'Servers that share a database but not a DATA_DIR cannot share secrets.',
    example: 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
    secret: true,
    schema: () => parsedBy(parseKey),
  }),
} as const
