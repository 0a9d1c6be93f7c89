import { expect, test } from 'vitest'
import { scheduleFilter } from './schedules.ts'

const names = ['news.purge', 'newsletters.purge', 'accounts.remove_closed', 'bus.purge', 'storage.recount']

test('in the tests of a family its schedules run, and those that a test names; elsewhere all', () => {
  const inNews = '/home/me/onedoor/src/handlers/news/pages/page.test.ts'
  expect(names.filter(scheduleFilter([], inNews))).toEqual(['news.purge'])
  const named = ['accounts', 'storage.recount']
  expect(names.filter(scheduleFilter(named, inNews))).toEqual([
    'news.purge',
    'accounts.remove_closed',
    'storage.recount',
  ])
  expect(names.filter(scheduleFilter([], '/home/me/onedoor/src/app/server.test.ts'))).toEqual(names)
  expect(names.filter(scheduleFilter())).toEqual(names)
})
