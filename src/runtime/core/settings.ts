import { z } from 'zod'
import { optional, setting, wholeNumber } from '../setting.ts'
import { KEY_RULE, parseKey } from './config/keys.ts'
import {
  DEFAULT_RUNTIME_LIMITS,
  parseRuntimeLimits,
  RUNTIME_LIMITS_RULE,
  type RuntimeLimits,
} from './runtime/process-limits.ts'

const RUNTIME = ['off', 'on', 'namespaces'] as const

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
  serviceTimeoutMs: setting({
    name: 'SERVICE_TIMEOUT_S',
    rule: 'a whole number of seconds from 1 to 3600',
    fallback: '60',
    meaning: 'How many seconds a service that users have registered gets to answer a call; a stream may last longer.',
    without: 'Nothing.',
    example: '10',
    schema: wholeNumber(1, 3600).transform((seconds) => seconds * 1000),
  }),
  runtime: setting({
    name: 'RUNTIME',
    rule: `one of ${RUNTIME.join(', ')}`,
    fallback: 'off',
    meaning:
      "Whether the `runtime` service runs programs on this machine: for nobody, for the administrators of the instance (`on`), or for those of every namespace too. A program runs as the server's own user and may read what that may; see docs/services.md.",
    without: 'Nothing is run; the service answers 501.',
    example: 'on',
    schema: z.enum(RUNTIME),
  }),
  runtimeLimits: setting({
    name: 'RUNTIME_LIMITS',
    rule: RUNTIME_LIMITS_RULE,
    fallback: DEFAULT_RUNTIME_LIMITS,
    meaning:
      'What one process of the `runtime` service may use: `cpu` seconds of processor time, `memory` MiB of address space, `file` MiB of a file it writes, `open` files at a time, `processes` of the user at a time. Those that are left out have no limit.',
    without: 'Nothing.',
    example: 'cpu=3600 memory=2048 open=256',
    schema: z
      .string()
      .refine((text) => parseRuntimeLimits(text) !== undefined)
      .transform((text) => parseRuntimeLimits(text) as RuntimeLimits),
  }),
} as const
