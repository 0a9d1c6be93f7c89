import { type FaultyMethod, testProviderFaults } from '../../testing/provider-faults.ts'
import { exampleFeed } from './example-payloads.ts'
import { maxAgeMs } from './state.ts'

const settings = (url: string) => ({ NEWS_FEEDS: `World=${url}/world.xml` })
const answers = exampleFeed('World')
// Feeds are read into the database: nothing is asked while they are fresh, and what they told is kept for a day.
const ages = { freshMs: 60 * 60_000, maxAgeMs }

const methods: FaultyMethod[] = [
  { id: 'news.headlines', args: {}, answers, ages, settings },
  { id: 'news.list', args: { limit: 5 }, answers, ages, settings },
]

testProviderFaults(methods)
