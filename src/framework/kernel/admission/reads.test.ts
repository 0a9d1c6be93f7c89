import { expect, test } from 'vitest'
import { file_auth } from '#generated/proto/auth_pb.js'
import { file_broker } from '#generated/proto/broker_pb.js'
import { file_client } from '#generated/proto/client_pb.js'
import { file_config } from '#generated/proto/config_pb.js'
import { file_events } from '#generated/proto/events_pb.js'
import { file_registry } from '#generated/proto/registry_pb.js'
import { file_runtime } from '#generated/proto/runtime_pb.js'
import { file_store } from '#generated/proto/store_pb.js'
import { CORE_SERVICES } from '#runtime/accounts/grant.ts'
import { onlyReads } from './admission.ts'

const files = [file_auth, file_broker, file_client, file_config, file_events, file_registry, file_runtime, file_store]

test('a token can name every service of the framework, and only those', () => {
  expect(files.map(({ proto }) => proto.package)).toEqual([...CORE_SERVICES])
})

test("these endpoints and no others may be called without 'Allow actions'", () => {
  const endpoints = files.flatMap(({ proto, services }) =>
    services.flatMap(({ name, methods }) =>
      methods
        .filter((method) => onlyReads(proto.package, `${name}.${method.name}`))
        .map((method) => `${proto.package} ${name}.${method.name}`),
    ),
  )
  expect(endpoints.sort()).toEqual([
    'auth Accounts.List',
    'auth Auth.Inspect',
    'auth Auth.Token',
    'auth Rules.List',
    'config Config.Get',
    'config Config.Read',
    'events Store.Read',
    'registry Registry.GetService',
    'registry Registry.ListServices',
    'registry Registry.Watch',
    'runtime Build.Read',
    'runtime Runtime.Logs',
    'runtime Runtime.Read',
    'store BlobStore.List',
    'store BlobStore.Read',
    'store Store.Databases',
    'store Store.List',
    'store Store.Read',
    'store Store.Tables',
  ])
})

test('a name that every object has is not a service', () => {
  for (const service of ['constructor', '__proto__', 'toString', '']) expect(onlyReads(service, 'toString')).toBe(false)
})

test('names of services and endpoints are case-sensitive', () => {
  expect(onlyReads('config', 'Config.Get')).toBe(true)
  expect(onlyReads('config', 'config.get')).toBe(false)
  expect(onlyReads('Config', 'Config.Get')).toBe(false)
})
