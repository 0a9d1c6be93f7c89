import { z } from 'zod'
import { optional, parsedBy, setting, wholeNumber } from '../runtime/base/setting.ts'
import { DEFAULT_PROCESS_LIMITS, PROCESS_LIMITS_RULE, parseProcessLimits } from '../runtime/isolation/process-limits.ts'
import { DEFAULT_SERVICE_LIMITS, parseServiceLimits, SERVICE_LIMITS_RULE } from '../runtime/isolation/service-limits.ts'
import { isNatsUrl, NATS_URL_RULE } from '../runtime/live/nats-servers.ts'

const RUNTIME = ['off', 'on', 'namespaces'] as const

/** Settings of the core services. */
export const coreSettings = {
  storeQuotaMib: setting({
    name: 'STORE_QUOTA_MIB',
    rule: 'a whole number of MiB from 1 to 999999999',
    fallback: '1024',
    meaning: 'The maximum total size, in MiB, of the records and blobs of one namespace in the `store` service.',
    without: 'Nothing.',
    example: '4096',
    schema: () => wholeNumber(1, 999_999_999),
  }),
  serviceTimeoutMs: setting({
    name: 'SERVICE_TIMEOUT_S',
    rule: 'a whole number of seconds from 1 to 3600',
    fallback: '60',
    meaning:
      'The number of seconds within which a service that users have registered must respond to a call. Streams may last longer.',
    without: 'Nothing.',
    example: '10',
    schema: () => wholeNumber(1, 3600).transform((seconds) => seconds * 1000),
  }),
  serviceCallerTokens: setting({
    name: 'SERVICE_CALLER_TOKENS',
    rule: 'on or off',
    fallback: 'on',
    meaning:
      'Whether a service registered by users receives a token in `Authorization`. The token identifies the caller, is valid for two minutes and grants no access. See docs/your-own-services.md.',
    without: 'Services that read the caller from a token treat every call as anonymous.',
    example: 'off',
    schema: () => z.enum(['on', 'off']),
  }),
  runtime: setting({
    name: 'RUNTIME',
    rule: `one of ${RUNTIME.join(', ')}`,
    fallback: 'off',
    meaning:
      'Who may run programs on this machine with the `runtime` service: nobody (`off`), the administrators of the instance (`on`), or also the administrators of every namespace (`namespaces`). See docs/your-own-services.md.',
    without: 'The server does not run programs, and calls to the `runtime` service fail with 501.',
    example: 'on',
    schema: () => z.enum(RUNTIME),
  }),
  runtimeLimits: setting({
    name: 'RUNTIME_LIMITS',
    rule: PROCESS_LIMITS_RULE,
    fallback: DEFAULT_PROCESS_LIMITS,
    meaning:
      'The limits for one process in the `runtime` service: `cpu` is processor time in seconds, `memory` is address space in MiB, `file` is the size in MiB of a file that the process writes, `open` is the number of open files, and `processes` is the number of processes that the user may run. A limit that you omit does not apply.',
    without: 'Nothing.',
    example: 'cpu=3600 memory=2048 open=256',
    schema: () => parsedBy(parseProcessLimits),
  }),
  runtimeServiceLimits: setting({
    name: 'RUNTIME_SERVICE_LIMITS',
    rule: SERVICE_LIMITS_RULE,
    fallback: DEFAULT_SERVICE_LIMITS,
    meaning:
      'The limits for one instance of a `runtime` service, including all its processes: `memory` in MiB, the number of `processes`, and the number of processors as `cpu`, such as 0.5. These three limits require that the server may create control groups. `disk` is the space in MiB that the files of a service may use. A limit that you omit does not apply.',
    without: 'Nothing.',
    example: 'memory=512 processes=64 cpu=0.5 disk=256',
    schema: () => parsedBy(parseServiceLimits),
  }),
  runtimeSandbox: setting({
    name: 'RUNTIME_SANDBOX',
    rule: 'bubblewrap or off',
    fallback: 'bubblewrap',
    meaning:
      "The sandbox for the programs of the `runtime` service. With `off`, programs run as the server's own user, who can read and change the database. Use it only if the people who may run programs may do that anyway.",
    without: 'Nothing.',
    example: 'off',
    schema: () => z.enum(['bubblewrap', 'off']),
  }),
  runtimeUid: setting({
    name: 'RUNTIME_UID',
    rule: 'a whole number from 1000 to 900000000',
    fallback: '199999',
    meaning:
      'The user id under which programs in the `runtime` service run, if the server runs as root and RUNTIME_SANDBOX is `bubblewrap`. Nothing else may use this id.',
    without: 'Nothing.',
    example: '499999',
    schema: () => wholeNumber(1000, 900_000_000),
  }),
  natsUrl: optional({
    name: 'NATS_URL',
    rule: NATS_URL_RULE,
    fallbackText: 'none',
    meaning:
      'The NATS server, with JetStream, on which the services `broker`, `events` and `registry` run. See docs/guides/self-hosting.md.',
    without: 'Events and registrations are stored in the database, and broker messages stay within one server process.',
    example: 'nats://onedoor:password@localhost:4222',
    secret: true,
    schema: () => z.string().refine(isNatsUrl),
  }),
  natsToken: optional({
    name: 'NATS_TOKEN',
    rule: 'a text without spaces',
    fallbackText: 'none',
    meaning: 'The token for the NATS server, if it requires a token instead of a user name and password.',
    without: 'Nothing.',
    example: 's3cret',
    secret: true,
    schema: () => z.string().regex(/^\S+$/),
  }),
  natsPrefix: setting({
    name: 'NATS_PREFIX',
    rule: 'at most 32 letters, digits, hyphens and underscores',
    fallback: 'onedoor',
    meaning:
      'The prefix of all names on the NATS server. Installations that share a NATS server need different prefixes.',
    without: 'Nothing.',
    example: 'onedoor-staging',
    schema: () => z.string().regex(/^[A-Za-z0-9_-]{1,32}$/),
  }),
  eventsRetentionMs: setting({
    name: 'EVENTS_RETENTION_HOURS',
    rule: 'a whole number of hours from 1 to 8760',
    fallback: '24',
    meaning:
      'The number of hours for which the `events` service stores events, whether or not they have been consumed.',
    without: 'Nothing.',
    example: '168',
    schema: () => wholeNumber(1, 8760).transform((hours) => hours * 3_600_000),
  }),
} as const
