import type { Examples } from '#runtime/outbound/description.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

interface ExampleStory {
  readonly title: string
  readonly summary?: string
  readonly slug: string
  readonly minutesAgo: number
}

const stories: Readonly<Record<string, readonly ExampleStory[]>> = {
  World: [
    {
      title: 'Typhoon passes south of Manila as thousands shelter',
      slug: 'typhoon-passes-south-of-manila',
      minutesAgo: 119,
    },
    {
      title: 'Night trains return to the Alps after thirty years',
      summary: 'Two sleepers a night will link Hamburg and Lyon from December, with room for bicycles.',
      slug: 'night-trains-return',
      minutesAgo: 340,
    },
  ],
  UK: [
    {
      title: 'Severn expected to crest on Sunday after a week of rain',
      summary: 'Flood warnings are in force from Shrewsbury to Gloucester, and barriers are up in Worcester.',
      slug: 'severn-expected-to-crest',
      minutesAgo: 38,
    },
    { title: 'Ferry to the Scilly Isles runs all winter for the first time', slug: 'scilly-ferry', minutesAgo: 1500 },
  ],
}

/** Stories of any other topic. */
const others = (topic: string): readonly ExampleStory[] => [
  {
    title: `What the week brought in ${topic}`,
    summary: `An example of a story about ${topic}, made up for trying out this server.`,
    slug: `week-in-${topic.toLowerCase().replaceAll(/\W+/g, '-')}`,
    minutesAgo: 75,
  },
]

/** The feed of a topic, as RSS. */
export function exampleFeed(topic: string): Examples {
  return (_request, now) => {
    const items = (stories[topic] ?? others(topic)).map(
      ({ title, summary, slug, minutesAgo }) => `<item>
<title>${escaped(title)}</title>
<link>https://news.example/${slug}</link>
<guid isPermaLink="false">${slug}</guid>
<pubDate>${new Date(publishedAt(now, minutesAgo)).toUTCString()}</pubDate>
${summary === undefined ? '' : `<description><![CDATA[<p>${escaped(summary)}</p>]]></description>`}
<media:thumbnail url="https://news.example/${slug}.jpg"/>
</item>`,
    )
    const body = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${escaped(topic)}</title>
<link>https://news.example/</link>
<description>Example stories</description>
<language>en-gb</language>
${items.join('\n')}
</channel>
</rss>`
    return { body, contentType: 'application/rss+xml; charset=utf-8' }
  }
}

/** Stories of less than a day ago are from today (in UTC), even shortly after midnight. */
function publishedAt(now: number, minutesAgo: number): number {
  const ageMs = minutesAgo * minuteMs
  return now - (ageMs < dayMs ? Math.min(ageMs, now % dayMs) : ageMs)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
