import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readSettings } from '../base/setting.ts'
import { quotaSettings } from './quota/settings.ts'
import { storeSettings } from './settings.ts'

const settings = { ...storeSettings, ...quotaSettings }
const mebibyte = 1024 * 1024

test('without settings the data is in a local folder, with a reserve and a quota', () => {
  expect(readSettings(settings, {})).toEqual({
    values: { dataDir: resolve('data'), diskReserveBytes: 16 * mebibyte, quotaBytes: 1024 * mebibyte },
    faults: [],
    texts: new Map(),
  })
})

test.each([
  ['DATA_DIR', '/var/lib/onedoor', { dataDir: '/var/lib/onedoor' }],
  ['DISK_RESERVE_MIB', 'off', { diskReserveBytes: 0 }],
  ['DISK_RESERVE_MIB', '1', { diskReserveBytes: mebibyte }],
  ['DISK_RESERVE_MIB', '10240', { diskReserveBytes: 10_240 * mebibyte }],
  ['QUOTA_MIB', '1', { quotaBytes: mebibyte }],
  ['QUOTA_MIB', '104857600', { quotaBytes: 104_857_600 * mebibyte }],
  ['DATABASE_URL', 'postgres://a:b@h/d', { databaseUrl: 'postgres://a:b@h/d' }],
  ['DATABASE_URL', 'postgresql://h/d', { databaseUrl: 'postgresql://h/d' }],
])('%s can be %s', (name, text, values) => {
  expect(readSettings(settings, { [name]: text })).toMatchObject({ values, faults: [] })
})

test.each([
  ['DATA_DIR', 'a\0b'],
  ['DISK_RESERVE_MIB', '0'],
  ['DISK_RESERVE_MIB', '10241'],
  ['DISK_RESERVE_MIB', 'on'],
  ['QUOTA_MIB', '0'],
  ['QUOTA_MIB', '104857601'],
  ['DATABASE_URL', 'mysql://ada:s3cret@h/d'],
  ['DATABASE_URL', 's3cret'],
])('%s is rejected as %j with its rule, a secret without its value', (name, text) => {
  const { faults } = readSettings(settings, { [name]: text })
  expect(faults).toHaveLength(1)
  expect(faults[0]).toMatch(new RegExp(`^${name} must be `))
  expect(faults[0]).not.toContain('s3cret')
})
