import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../src/testing/loopback.ts'
import type { Engine } from './engine.ts'

const startLimitMs = 180_000

/** Limits that a container may set in another container, and the network of this machine: others need its firewall. */
const shared = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096', '--network', 'host']
/** As docs/guides/self-hosting.md and deploy/compose.yaml run the image. */
export const confined = [
  ...['--read-only', '--read-only-tmpfs=false', '--tmpfs', '/tmp'],
  ...['--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
]

/** A server that runs in a container. */
export interface Container {
  readonly name: string
  readonly url: string
  /** Runs a program in it and returns what it prints. */
  exec(args: readonly string[], input?: string): Promise<string>
  /** Removes the container by force. */
  [Symbol.asyncDispose](): Promise<void>
}

let count = 0

/**
 * Starts a server from an image with a read-only root and no capabilities, and waits until it is ready.
 *
 * @param volume name of the volume for `/data`
 * @param env settings
 * @param flags further ones of `podman run`
 * @throws Error with what it printed if it ends or is not ready in three minutes
 */
export async function startContainer(
  engine: Engine,
  image: string,
  { volume, env = {}, flags = [] }: { volume: string; env?: Record<string, string>; flags?: readonly string[] },
): Promise<Container> {
  const name = `server-${++count}`
  const [port, gatewayPort] = [await freePort(), await freePort()]
  const settings = { PORT: port, GATEWAY_PORT: gatewayPort, PROVIDERS: 'examples', NEWS_FEEDS: 'none', ...env }
  const variables = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  const placed = ['--detach', '--name', name, '--log-driver', 'k8s-file', '--volume', `${volume}:/data`]
  await engine.podman(['run', ...placed, ...shared, ...confined, ...flags, ...variables, image])
  const container: Container = {
    name,
    url: `http://127.0.0.1:${port}`,
    exec: (args, input) => engine.podman(['exec', '--interactive', name, ...args], input),
    async [Symbol.asyncDispose]() {
      await engine.podmanOutcome(['rm', '--force', '--time', '0', name])
    },
  }
  try {
    await untilReady(engine, container)
  } catch (failure) {
    const { stdout, stderr } = await engine.podmanOutcome(['logs', name])
    await container[Symbol.asyncDispose]()
    throw new Error(`${(failure as Error).message}\n${stdout}${stderr}`)
  }
  return container
}

async function untilReady(engine: Engine, { name, url }: Container): Promise<void> {
  const until = performance.now() + startLimitMs
  while ((await statusOf(`${url}/health/ready`)) !== 200) {
    const state = (await engine.podman(['inspect', '--format', '{{.State.Status}}', name])).trim()
    if (state !== 'running') throw new Error(`The container is ${state}.`)
    if (performance.now() > until) throw new Error(`${url}/health/ready is not 200 in time.`)
    await delay(200)
  }
}

/** The status of a response; undefined without one. */
export const statusOf = (url: string): Promise<number | undefined> =>
  fetch(url).then(
    async (response) => {
      await response.body?.cancel()
      return response.status
    },
    () => undefined,
  )

/** Runs a program in a new container, with no server. See `outcomeOf`. */
export const runOnce = (engine: Engine, image: string, program: string, ...args: string[]) =>
  engine.podmanOutcome(['run', '--rm', ...shared, ...confined, '--entrypoint', program, image, ...args])
