import { isDeepStrictEqual } from 'node:util'

/** The parts of an image's configuration that are read here, as `podman image inspect` prints them. */
export interface Image {
  readonly Digest: string
  readonly Architecture: string
  /** Bytes of all layers. */
  readonly Size: number
  readonly Config: {
    readonly User?: string
    readonly Env?: readonly string[]
    readonly Entrypoint?: readonly string[]
    readonly Volumes?: Readonly<Record<string, object>>
    readonly ExposedPorts?: Readonly<Record<string, object>>
    readonly Labels?: Readonly<Record<string, string>>
    readonly StopSignal?: string
    readonly WorkingDir?: string
  }
  readonly Healthcheck?: { readonly Test?: readonly string[] }
  readonly Created: string
  /** The digests of the files, layer by layer. */
  readonly RootFS: { readonly Layers: readonly string[] }
  /** How each layer was made. */
  readonly History: readonly unknown[]
}

export const megabyte = 1_000_000
/** The image without a browser. */
const maxImageBytes = 400 * megabyte

const shells = ['sh', '/bin/sh', 'bash', '/bin/bash']

/**
 * What is wrong with the configuration of an image of the server.
 *
 * @param version of the release that it was made of
 * @param revision the commit of the release
 * @param maxBytes Infinity for one with a browser
 * @returns a sentence for each fault
 */
export function imageFaults(image: Image, version: string, revision: string, maxBytes = maxImageBytes): string[] {
  const { Config: config, Healthcheck: health, Size: size } = image
  const labels = config.Labels ?? {}
  const entrypoint = config.Entrypoint ?? []
  const label = (name: string) => labels[`org.opencontainers.image.${name}`]
  const faults: [boolean, string][] = [
    [size <= maxBytes, `The image has ${Math.ceil(size / megabyte)} MB, more than ${maxBytes / megabyte} MB.`],
    // A number, because Kubernetes cannot see whether a name is root.
    [
      /^[1-9]\d*:[1-9]\d*$/.test(config.User ?? ''),
      `USER is ${config.User || 'root'}, not a fixed number other than 0.`,
    ],
    [Object.keys(config.Volumes ?? {}).join() === '/data', 'The only VOLUME must be /data.'],
    [config.Env?.includes('DATA_DIR=/data') === true, 'DATA_DIR is not the volume.'],
    [['8080/tcp', '8081/tcp'].every((port) => port in (config.ExposedPorts ?? {})), 'EXPOSE lacks 8080 or 8081.'],
    [config.StopSignal === 'SIGTERM', `STOPSIGNAL is ${config.StopSignal}, which the server does not drain on.`],
    [entrypoint.length > 0 && !shells.includes(entrypoint[0] ?? ''), 'A shell as ENTRYPOINT keeps signals to itself.'],
    [health?.Test?.[0] === 'CMD', 'HEALTHCHECK is missing, or needs a shell.'],
    [
      health?.Test?.some((word) => /curl|wget/.test(word)) !== true,
      'HEALTHCHECK needs a program that the image lacks.',
    ],
    [label('version') === version, `The version in the labels is ${label('version')}, not ${version}.`],
    [label('revision') === revision, `The revision in the labels is ${label('revision')}, not ${revision}.`],
    [['title', 'description', 'licenses'].every(label), 'The labels lack the title, description or licence.'],
  ]
  return faults.flatMap(([isGood, fault]) => (isGood ? [] : [fault]))
}

/** What a build decides. The digest is not: Buildah writes the name of its container into images of Docker's format. */
const built = ['Architecture', 'Config', 'Created', 'Healthcheck', 'History', 'RootFS', 'Size'] as const

/** In which of their parts two builds differ. */
export function differences(one: Image, other: Image): string[] {
  return built.filter((part) => !isDeepStrictEqual(one[part], other[part]))
}
