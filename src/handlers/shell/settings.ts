import { z } from 'zod'
import { setting, wholeNumber } from '#runtime/base/setting.ts'
import { storeSettings } from '#runtime/store/settings.ts'

const mebibyte = 1024 * 1024

/** Settings of the sandboxes that run commands of accounts. */
export const shellSettings = {
  dataDir: storeSettings.dataDir,
  shellEngine: setting({
    name: 'SHELL_ENGINE',
    rule: 'bubblewrap, docker, podman or off',
    fallback: 'bubblewrap',
    meaning:
      "The sandbox for the commands of accounts. `bubblewrap` requires Debian's package of that name. If the server runs as root, each account gets its own user and disk.",
    without: 'Nothing.',
    example: 'podman',
    schema: () => z.enum(['bubblewrap', 'docker', 'podman', 'off']),
  }),
  shellNetwork: setting({
    name: 'SHELL_NETWORK',
    rule: 'none or open',
    fallback: 'none',
    meaning:
      'With `open`, commands have network access. With bubblewrap, they can reach everything that this machine can reach, including its own services. Use it only if all accounts may reach all of that.',
    without: 'Commands have no network.',
    example: 'open',
    schema: () => z.enum(['none', 'open']).transform((word) => word === 'open'),
  }),
  shellImage: setting({
    name: 'SHELL_IMAGE',
    rule: 'the name of a container image',
    fallback: 'docker.io/library/buildpack-deps:bookworm-scm',
    meaning:
      'The container image for SHELL_ENGINE=docker or podman. It must contain bash, tar and the GNU core utilities.',
    without: 'Nothing.',
    example: 'registry.example.org/tools:2',
    schema: () => z.string().regex(/^[a-zA-Z0-9][\w./:@-]{0,254}$/),
  }),
  shellMaxSeconds: setting({
    name: 'SHELL_MAX_SECONDS',
    rule: 'a whole number of seconds from 1 to 86400',
    fallback: '600',
    meaning: 'The longest time limit, in seconds, that a call may set for a command.',
    without: 'Nothing.',
    example: '120',
    schema: () => wholeNumber(1, 86_400),
  }),
  shellMemoryBytes: setting({
    name: 'SHELL_MEMORY_MIB',
    rule: 'a whole number of MiB from 32 to 1048576',
    fallback: '512',
    meaning:
      'The memory, in MiB, that all processes in one sandbox may use in total, including the contents of its /tmp.',
    without: 'Nothing.',
    example: '2048',
    schema: () => wholeNumber(32, 1_048_576).transform((mebibytes) => mebibytes * mebibyte),
  }),
  shellCpus: setting({
    name: 'SHELL_CPUS',
    rule: 'a number from 0.1 to 64',
    fallback: '1',
    meaning: 'The number of processors that one sandbox may use.',
    without: 'Nothing.',
    example: '0.5',
    schema: () =>
      z
        .string()
        .regex(/^\d{1,2}(\.\d{1,2})?$/)
        .transform(Number)
        .pipe(z.number().min(0.1).max(64)),
  }),
  shellProcesses: setting({
    name: 'SHELL_PROCESSES',
    rule: 'a whole number from 8 to 30000',
    fallback: '256',
    meaning: 'The number of processes and threads that one sandbox may have.',
    without: 'Nothing.',
    example: '64',
    schema: () => wholeNumber(8, 30_000),
  }),
  shellDiskBytes: setting({
    name: 'SHELL_DISK_MIB',
    rule: 'a whole number of MiB from 8 to 1048576',
    fallback: '512',
    meaning:
      "The maximum size, in MiB, of one account's /work folder. The contents count towards the account's storage. A changed setting does not resize existing folders.",
    without: 'Nothing.',
    example: '2048',
    schema: () => wholeNumber(8, 1_048_576).transform((mebibytes) => mebibytes * mebibyte),
  }),
  shellFiles: setting({
    name: 'SHELL_FILES',
    rule: 'a whole number from 100 to 10000000',
    fallback: '65536',
    meaning: "The number of files and folders that one account's /work folder may contain.",
    without: 'Nothing.',
    example: '10000',
    schema: () => wholeNumber(100, 10_000_000),
  }),
  shellAtOnce: setting({
    name: 'SHELL_AT_ONCE',
    rule: 'a whole number from 1 to 1000',
    fallback: '2',
    meaning:
      'The number of commands that run concurrently in one server process, at most one for each account. Other commands wait.',
    without: 'Nothing.',
    example: '8',
    schema: () => wholeNumber(1, 1000),
  }),
  shellFirstUid: setting({
    name: 'SHELL_FIRST_UID',
    rule: 'a whole number from 1000 to 900000000',
    fallback: '200000',
    meaning:
      'The user id of the first sandbox on this machine, if the server runs as root. Each additional account gets the next user id. Nothing else may use these ids.',
    without: 'Nothing.',
    example: '500000',
    schema: () => wholeNumber(1000, 900_000_000),
  }),
} as const
