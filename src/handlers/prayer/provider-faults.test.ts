import { testProviderFaults } from '#testing/provider-faults.ts'
import { bookAges } from './providers/reminder.ts'
import { reminderExamples } from './providers/reminder-examples.ts'

testProviderFaults([
  {
    id: 'prayer.saying',
    // A book without a bundled saying.
    args: { book: 5 },
    answers: (request, now) => {
      const answer = reminderExamples(request, now)
      const { hadiths, ...book } = (answer?.json ?? {}) as { hadiths?: unknown[] }
      return answer && { json: { ...book, hadiths: hadiths?.slice(0, 1) } }
    },
    ages: bookAges,
    settings: (url) => ({ REMINDER_BASE_URL: url }),
  },
])
