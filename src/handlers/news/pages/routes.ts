import { type Request, Router } from 'express'
import type { Result } from '#generated/server/handlers.ts'
import { ApiError } from '#runtime/base/errors.ts'
import { attributes, type Html, html } from '#runtime/base/html.ts'
import { publicMoment } from '#runtime/kit/public-moment.ts'
import { partOf, searchForm, sendPublicPage } from '#runtime/kit/public-page.ts'
import type { PublicPages, PublicSite } from '#runtime/kit/site.ts'

type Stories = Result<'news.headlines'>
type Story = Stories['items'][number]

const path = '/news'
/** How long a response may be cached, in seconds. */
const freshS = 60
const maxListed = 100
const maxRecent = 40
const maxTopic = 100

/** `/news`: headlines, stories by topic, and a page for each article. */
export function newsPages(site: PublicSite): Omit<PublicPages, 'path'> {
  const routes = Router()
  routes.get(path, async (req, res) => {
    const topic = topicIn(req)
    const latest = new Set<string>()
    const headlines = topic
      ? undefined
      : await partOf(site.call(req, res, 'news.headlines', {}), (result) => {
          for (const { id } of result.items) latest.add(id)
          return headlinesPart(result)
        })
    const list = site.call(req, res, 'news.list', { limit: topic ? maxListed : maxRecent, ...(topic ? { topic } : {}) })
    const stories = await partOf(list, (result) => storiesPart(result, topic, latest))
    const main = html`<h1>News</h1>
<p>Headlines from the feeds that this server reads. Programs can get the same stories from <a href="/docs/news">news</a>.</p>
${searchForm(path, [{ name: 'topic', label: 'Topic or words', value: topic ?? '', input: { maxlength: maxTopic, size: 24 } }], 'Find')}${
  headlines && html`<h2>Headlines</h2>\n${headlines.markup}`
}<h2>${topic ? html`Stories about ${topic}` : 'Recent stories'}</h2>
${stories.markup}`
    const description = 'Headlines by topic from the feeds that this server reads.'
    const parts = headlines ? [headlines, stories] : [stories]
    sendPublicPage(res, site.layout({ title: 'News - Onedoor', description, main }), { parts, freshS })
  })
  routes.get(`${path}/:id`, async (req, res) => {
    const { id } = req.params
    const article = await readArticle(site, req, res, id)
    const main = articlePage(article)
    sendPublicPage(
      res,
      site.layout({ title: `${article.title} - News - Onedoor`, description: article.summary ?? article.title, main }),
      { parts: [], freshS },
    )
  })
  return { title: 'News', description: "headlines by topic, from this server's feeds", routes }
}

/** @throws ApiError unknown_method for an article that does not exist, so that its page is missing */
async function readArticle(
  site: PublicSite,
  req: Request,
  res: Parameters<PublicSite['call']>[1],
  id: string,
): Promise<Result<'news.read'>> {
  try {
    return await site.call(req, res, 'news.read', { id })
  } catch (failure) {
    if (!(failure instanceof ApiError) || failure.status >= 429) throw failure
    throw new ApiError('unknown_method', `This article does not exist. ${path} lists all articles.`)
  }
}

function topicIn(req: Request): string | undefined {
  const { topic } = req.query
  const text = typeof topic === 'string' ? [...topic.trim()].slice(0, maxTopic).join('') : ''
  return text === '' ? undefined : text
}

function headlinesPart(result: Result<'news.headlines'>): Html {
  return html`${topicLinks(result)}${storyList(result.items)}`
}

function topicLinks({ topics }: Stories): Html {
  return html`<nav aria-label="Topics"><ul class="facts">${topics.map(
    (topic) => html`<li><a${attributes({ href: `${path}?${new URLSearchParams({ topic })}` })}>${topic}</a></li>\n`,
  )}</ul></nav>
`
}

/** @param latest the stories that are on the page already, as headlines */
function storiesPart(result: Stories, topic: string | undefined, latest: ReadonlySet<string>): Html {
  const { total } = result
  const items = result.items.filter(({ id }) => !latest.has(id))
  const more = total > result.items.length && html`<p class="note">${result.items.length} of ${total} stories.</p>\n`
  return html`${topic && topicLinks(result)}${items.length > 0 ? storyList(items) : html`<p>No story matches.</p>\n`}${more}${note(result)}`
}

function storyList(items: readonly Story[]): Html {
  return html`<ol class="entries" role="list">
${items.map(
  (story) => html`<li>
<h3><a href="${path}/${story.id}"${language(story)}>${story.title}</a></h3>
${byline(story)}${story.summary && html`<p${language(story)}>${story.summary}</p>\n`}</li>
`,
)}</ol>
`
}

function language({ language: lang }: Pick<Story, 'language'>) {
  return attributes({ lang })
}

function byline({ topic, source, published }: Story): Html {
  return html`<p class="note">${topic}, ${source}${published !== undefined && html`, ${publicMoment(Date.parse(published))}`}</p>\n`
}

function note({ as_of: asOf, stale, failed_topics: failed, items }: Stories): Html {
  const isExample = items.some(({ source }) => source === 'example')
  return html`<p class="note">${isExample && html`<b>Example data</b>, made up for trying out this server. `}The feeds were last read ${publicMoment(Date.parse(asOf))}.${
    stale
      ? html` <b>No feed can be reached at the moment.</b>`
      : failed.length > 0 &&
        ` Some feeds cannot be reached. Stories on these topics are older or missing: ${failed.join(', ')}.`
  }</p>
`
}

function articlePage(article: Result<'news.read'>): Html {
  const { title, text, is_summary: isSummary, is_truncated: isTruncated, url, source } = article
  const paragraphs = text.split(/\n{2,}/)
  return html`<article>
<h1${language(article)}>${title}</h1>
${byline(article)}<div${language(article)}>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>\n`)}</div>
${isTruncated && html`<p class="note">The article is longer than what is shown here.</p>\n`}<p><a href="${url}" rel="noopener nofollow external">${
    isSummary ? 'Read the article' : 'The article'
  } at ${source}</a></p>
</article>
<p><a href="${path}">All news</a></p>
`
}
