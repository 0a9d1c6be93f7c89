// Written by `npm run generate` from spec/. Do not edit.
import { createClient } from './index.js'
import { openWorld } from './runtime/sandbox.js'

const worlds = {
  seeds: {
    list: { verb: 'GET', path: '/sandbox/seeds', retry: 'safe', bare: true },
  },
  worlds: {
    list: { verb: 'GET', path: '/sandbox/worlds', retry: 'safe', bare: true },
    create: { verb: 'POST', path: '/sandbox/worlds', retry: 'unsafe', unkeyed: true, bare: true },
    get: { verb: 'GET', path: '/sandbox/worlds/{name}', retry: 'safe', bare: true },
    delete: { verb: 'DELETE', path: '/sandbox/worlds/{name}', retry: 'idempotent', bare: true },
  },
}

const world = {
  calls: {
    list: { verb: 'GET', path: '/calls', retry: 'safe', bare: true, paging: { argument: 'before', next: 'next_before', list: 'calls' } },
  },
  clock: {
    get: { verb: 'GET', path: '/clock', retry: 'safe', bare: true },
    move: { verb: 'POST', path: '/clock', retry: 'unsafe', unkeyed: true, bare: true },
  },
  deliveries: {
    list: { verb: 'GET', path: '/deliveries', retry: 'safe', bare: true },
  },
  faults: {
    list: { verb: 'GET', path: '/faults', retry: 'safe', bare: true },
    add: { verb: 'POST', path: '/faults', retry: 'unsafe', unkeyed: true, bare: true },
    clear: { verb: 'DELETE', path: '/faults', retry: 'idempotent', bare: true },
    remove: { verb: 'DELETE', path: '/faults/{id}', retry: 'idempotent', bare: true },
  },
  mail: {
    bring: { verb: 'POST', path: '/mail', retry: 'unsafe', unkeyed: true, bare: true },
  },
  messages: {
    bring: { verb: 'POST', path: '/messages', retry: 'unsafe', unkeyed: true, bare: true },
  },
  model: {
    get: { verb: 'GET', path: '/model', retry: 'safe', bare: true },
    set: { verb: 'PUT', path: '/model', retry: 'idempotent', bare: true },
  },
  seeds: {
    results: { verb: 'GET', path: '/seed/results', retry: 'safe', bare: true },
  },
  snapshots: {
    list: { verb: 'GET', path: '/snapshots', retry: 'safe', bare: true },
    take: { verb: 'POST', path: '/snapshots', retry: 'unsafe', unkeyed: true, bare: true },
    delete: { verb: 'DELETE', path: '/snapshots/{snapshot}', retry: 'idempotent', bare: true },
    rewind: { verb: 'POST', path: '/snapshots/{snapshot}/rewind', retry: 'unsafe', unkeyed: true, bare: true },
  },
}

export function createSandbox(options) {
  return openWorld({ createClient, worlds, world }, options)
}
