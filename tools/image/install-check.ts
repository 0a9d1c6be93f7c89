import { join } from 'node:path'
import { freePort } from '../../src/testing/loopback.ts'
import type { Engine } from './engine.ts'

/** What an administrator types on a Debian with Node, and what must hold after it. systemd does not run in a container. */
const script = `set -eux
apt-get update --quiet=2 && apt-get install --quiet=2 --yes --no-install-recommends g++ make procps python3 systemd >/dev/null 2>&1
/deploy/install.sh /release/onedoor-[0-9]*.tgz
systemd-analyze verify --man=no /etc/systemd/system/onedoor.service
[ "$(stat --format %a:%U:%G /etc/onedoor/settings)" = 640:root:onedoor ]
[ "$(stat --format %a:%U /var/lib/onedoor)" = 700:onedoor ]
[ -z "$(find /opt/onedoor -not -user root)" ]
echo 'QUOTA_MIB=2048' >> /etc/onedoor/settings
echo 'correct horse battery' | onedoor account create alice --password-stdin
/deploy/install.sh /release/onedoor-[0-9]*.tgz
grep --quiet QUOTA_MIB=2048 /etc/onedoor/settings
onedoor config check | grep QUOTA_MIB
onedoor account list | grep alice
if /deploy/install.sh /etc/passwd; then exit 1; fi
eval "$(sed -n 's/^Environment=/export /p; s/^ExecStart=/setpriv --reuid onedoor --regid onedoor --init-groups /p' \\
  /etc/systemd/system/onedoor.service)" & server=$!
until node -e 'fetch("http://127.0.0.1:" + process.env.PORT + "/health/ready").then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))'; do
  kill -0 $server; sleep 0.2
done
pkill -TERM --uid onedoor
wait $server
echo All of it holds.
`

/**
 * Installs and upgrades a release with deploy/install.sh in a container.
 *
 * @param image a Debian with Node and npm
 * @param clone absolute path of the repository with its release
 * @param npmCache absolute path
 * @throws Error with the end of what was printed if anything does not hold
 */
export async function installCheck(engine: Engine, image: string, clone: string, npmCache: string): Promise<void> {
  const mounts = [
    ['--volume', `${join(clone, '.cache/release')}:/release:ro`],
    ['--volume', `${join(clone, 'deploy')}:/deploy:ro`],
    ['--volume', `${npmCache}:/root/.npm`],
  ].flat()
  const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096']
  const port = await freePort()
  const variables = ['npm_config_nodedir=/usr/local', `PORT=${port}`, 'GATEWAY_PORT=off'].flatMap((each) => [
    '--env',
    each,
  ])
  const { code, stdout, stderr } = await engine.podmanOutcome([
    'run',
    '--rm',
    '--network',
    'host',
    ...limits,
    ...mounts,
    ...variables,
    image,
    'sh',
    '-c',
    script,
  ])
  if (code === 0 && stdout.endsWith('All of it holds.\n')) return
  throw new Error(
    `deploy/install.sh ended with exit code ${code}:\n${`${stdout}${stderr}`.split('\n').slice(-20).join('\n')}`,
  )
}
