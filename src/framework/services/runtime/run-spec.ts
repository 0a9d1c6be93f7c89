import type { CreateOptions, Service } from '#generated/proto/runtime_pb.js'
import { RpcError } from '../../kernel/rpc-errors.ts'
import { checkServiceName } from '../registry/record-check.ts'
import { runtimeBounds } from './bounds.ts'
import type { RunSpec, ServiceKey } from './types.ts'

const VERSION = /^[A-Za-z0-9]([A-Za-z0-9._+-]{0,62}[A-Za-z0-9])?$/
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/
/** Variables that the server sets itself, among them the mark of its processes. */
const OWN = /^(PORT|ONEDOOR_.*)$/

/** @throws RpcError 400 */
export function checkKey(namespace: string, service: Pick<Service, 'name' | 'version'>, id: string): ServiceKey {
  const version = service.version || 'latest'
  if (!VERSION.test(version))
    throw new RpcError(
      'invalid_argument',
      id,
      'version must be at most 64 letters, digits and . _ + - between them, such as 1.0.0.',
    )
  return { namespace, name: checkServiceName(service.name, id), version }
}

/**
 * How a service is run, according to a message.
 *
 * @throws RpcError 400 naming the field, 501 for what needs containers
 */
export function checkSpec(
  service: Service,
  options: CreateOptions | undefined,
  id: string,
): { spec: RunSpec; secrets: Record<string, string> } {
  const bad = (detail: string) => new RpcError('invalid_argument', id, detail)
  if (options?.image)
    throw new RpcError('not_implemented', id, 'options.image: this server runs programs, not container images.')
  if (Object.keys(options?.volumes ?? {}).length > 0)
    throw new RpcError(
      'not_implemented',
      id,
      'options.volumes: this server runs each program in its own folder, without volumes.',
    )
  const command = [...(options?.command ?? []), ...(options?.args ?? [])]
  if (command.length > runtimeBounds.commandParts)
    throw bad(`options.command and options.args: at most ${runtimeBounds.commandParts} parts.`)
  if ((options?.command ?? []).length === 0 && (options?.args ?? []).length > 0 && !options?.entrypoint)
    throw bad('options.args without options.command: name the program to run.')
  const entrypoint = checkEntrypoint(options?.entrypoint ?? '', id)
  if (command.length === 0 && entrypoint === '')
    throw bad('options.command or options.entrypoint must name the program to run, such as ["node", "server.js"].')
  if ((options?.command ?? []).length > 0 && entrypoint !== '')
    throw bad('options.command and options.entrypoint both name the program to run: omit one.')
  const env = Object.fromEntries((options?.env ?? []).map((line) => variable(line, bad)))
  const secrets = { ...options?.secrets }
  for (const [name, value] of [...Object.entries(env), ...Object.entries(secrets)]) checkVariable(name, value, bad)
  const spec = { command, entrypoint, env, metadata: { ...service.metadata }, type: options?.type ?? '' }
  const bytes = Buffer.byteLength(JSON.stringify([spec, secrets]))
  if (bytes > runtimeBounds.specBytes)
    throw bad(
      `Command, arguments, environment and metadata may have at most ${runtimeBounds.specBytes} bytes together.`,
    )
  if (JSON.stringify([spec, secrets]).includes('\\u0000')) throw bad('The character U+0000 cannot be passed on.')
  return { spec, secrets }
}

/** @throws RpcError 400 */
export function checkEntrypoint(entrypoint: string, id: string): string {
  const parts = entrypoint.split('/')
  const isInside = !entrypoint.startsWith('/') && !parts.includes('..') && entrypoint.length <= runtimeBounds.pathLength
  if (isInside) return entrypoint.replace(/^\.\//, '')
  throw new RpcError(
    'invalid_argument',
    id,
    'options.entrypoint must be the path of a file of the source, such as server.js.',
  )
}

/** @throws RpcError 400 */
export function checkInstances(instances: number, id: string): number {
  if (Number.isInteger(instances) && instances >= 1 && instances <= runtimeBounds.instancesOfService) return instances
  throw new RpcError(
    'invalid_argument',
    id,
    `options.instances must be 1 to ${runtimeBounds.instancesOfService}, or 0 for one.`,
  )
}

function variable(line: string, bad: (detail: string) => RpcError): [string, string] {
  const equals = line.indexOf('=')
  if (equals < 1) throw bad('options.env: each line must be NAME=value.')
  return [line.slice(0, equals), line.slice(equals + 1)]
}

function checkVariable(name: string, value: string, bad: (detail: string) => RpcError): void {
  if (!VARIABLE.test(name)) throw bad('options.env and options.secrets: a name has only letters, digits and _.')
  if (OWN.test(name) && name !== 'ONEDOOR_TOKEN')
    throw bad(`options.env: ${name} is set by the server; choose another name.`)
  if (value.includes('\0')) throw bad(`options.env: ${name} contains the character U+0000.`)
}
