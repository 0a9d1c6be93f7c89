import type { Report } from '../../contract-tests/report.ts'
import { containerChecks } from './container-checks.ts'
import type { Engine } from './engine.ts'

/** Mistakes in an image, and part of the name of the check that must find it. */
const mistakes: readonly (readonly [mistake: string, check: string, run: readonly string[]])[] = [
  ['a root user', 'ordinary user', ['config', '--user', '0:0']],
  ['a folder that everyone may change', 'ordinary user', ['run', 'chmod', '777', '/app']],
  ['a shell that keeps signals', 'SIGTERM', ['config', '--entrypoint', '["sh","-c","node /app/onedoor.mjs; exit 0"]']],
  [
    'a wrong exit code',
    'SIGTERM',
    ['config', '--entrypoint', '["sh","-c","trap : TERM; node /app/onedoor.mjs& wait"]'],
  ],
  ['a health check that always passes', 'health check', ['config', '--healthcheck', 'CMD true']],
  ['data outside of the volume', 'data outlives', ['config', '--env', 'DATA_DIR=/tmp/data']],
  ['a package that the SBOM lacks', 'SBOM', ['run', 'sh', '-c', 'sed -i s/accepts/rejects/ /app/sbom.cdx.json']],
  ['a compiler', 'compiler', ['run', 'sh', '-c', 'ln -s /bin/true /usr/bin/gcc']],
]

/**
 * Plants mistakes in copies of an image, and checks that the checks find them.
 *
 * @param image one that passes all checks
 */
export async function checkChecks(report: Report, engine: Engine, image: string): Promise<void> {
  for (const [mistake, part, [command = '', ...args]] of mistakes) {
    await report.check(`${mistake} is found`, async () => {
      const [name, check] = Object.entries(containerChecks).find(([each]) => each.includes(part)) ?? []
      if (check === undefined) throw new Error(`No check is called "${part}".`)
      const container = (await engine.buildah('from', '--pull-never', image)).trim()
      const flags = command === 'run' ? ['--isolation', 'chroot', '--user', '0:0', container, '--'] : []
      await engine.buildah(command, ...flags, ...args, ...(command === 'run' ? [] : [container]))
      const spoilt = (await engine.buildah('commit', '--quiet', '--format', 'docker', '--rm', container)).trim()
      const found = await check(engine, spoilt).then(
        () => false,
        () => true,
      )
      await engine.podmanOutcome(['rmi', '--force', spoilt])
      if (!found) throw new Error(`"${name}" passes.`)
    })
  }
}
