import { expect, test } from 'vitest'
import { differences, type Image, imageFaults } from './image-faults.ts'

const label = (name: string) => `org.opencontainers.image.${name}`
const good: Image = {
  Digest: 'sha256:0',
  Architecture: 'amd64',
  Size: 342_000_000,
  Config: {
    User: '10001:10001',
    Env: ['DATA_DIR=/data'],
    Entrypoint: ['node', '/app/onedoor.mjs'],
    Volumes: { '/data': {} },
    ExposedPorts: { '8080/tcp': {}, '8081/tcp': {} },
    Labels: {
      [label('title')]: 'Onedoor',
      [label('description')]: 'One account',
      [label('licenses')]: 'MIT',
      [label('version')]: '1.2.3',
      [label('revision')]: 'abc',
    },
    StopSignal: 'SIGTERM',
  },
  Healthcheck: { Test: ['CMD', 'node', '-e', 'fetch()'] },
  Created: '2026-01-01T00:00:00Z',
  RootFS: { Layers: ['sha256:1', 'sha256:2'] },
  History: [{ created_by: 'ADD' }, { created_by: 'COPY' }],
}
const faults = (image: Image) => imageFaults(image, '1.2.3', 'abc')
const withConfig = (config: Image['Config']) => faults({ ...good, Config: { ...good.Config, ...config } })

test('an image as it should be has no fault', () => {
  expect(faults(good)).toEqual([])
})

test.each<[string, string[], string]>([
  ['that is too large', faults({ ...good, Size: 400_000_001 }), 'has 401 MB, more than 400 MB'],
  ['that runs as root', withConfig({ User: '' }), 'USER is root'],
  ['whose user has only a name', withConfig({ User: 'onedoor' }), 'USER is onedoor'],
  ['without a volume', withConfig({ Volumes: {} }), 'VOLUME'],
  ['with two volumes', withConfig({ Volumes: { '/data': {}, '/app': {} } }), 'VOLUME'],
  ['that stores data elsewhere', withConfig({ Env: [] }), 'DATA_DIR'],
  ['that hides its ports', withConfig({ ExposedPorts: { '8080/tcp': {} } }), 'EXPOSE'],
  ['that is stopped otherwise', withConfig({ StopSignal: 'SIGUSR1' }), 'STOPSIGNAL is SIGUSR1'],
  ['that starts a shell', withConfig({ Entrypoint: ['/bin/sh', '-c', 'node'] }), 'ENTRYPOINT'],
  ['that starts nothing', withConfig({ Entrypoint: [] }), 'ENTRYPOINT'],
  ['of another version', imageFaults(good, '1.2.4', 'abc'), 'version'],
  ['of another commit', imageFaults(good, '1.2.3', 'abd'), 'revision'],
  ['without a licence', withConfig({ Labels: { ...good.Config.Labels, [label('licenses')]: '' } }), 'licence'],
  ['without a health check', faults({ ...good, Healthcheck: {} }), 'HEALTHCHECK is missing'],
  ['whose health check needs curl', faults({ ...good, Healthcheck: { Test: ['CMD', 'curl'] } }), 'lacks'],
])('an image %s is reported', (_, found, expected) => {
  expect(found).toEqual([expect.stringContaining(expected)])
})

test('two builds with other files, settings or times differ, and the same files under another digest do not', () => {
  const copy = structuredClone({ ...good, Digest: 'sha256:3' })
  expect(differences(good, copy)).toEqual([])
  expect(differences(good, { ...copy, RootFS: { Layers: ['sha256:1', 'sha256:4'] } })).toEqual(['RootFS'])
  expect(differences(good, { ...copy, Created: '2026-01-01T00:00:01Z' })).toEqual(['Created'])
  expect(differences(good, { ...copy, Config: { ...good.Config, Env: [] }, History: [] })).toEqual([
    'Config',
    'History',
  ])
})
