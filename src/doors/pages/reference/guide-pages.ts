import { html } from '#runtime/base/html.ts'
import { type Guide, guideMarkup } from './guides.ts'
import { referencePage, type Shell } from './shell.ts'

/** `/docs/guides/<name>` and `/docs/topics/<name>`: a text of the documentation. */
export function guidePage(guide: Guide, shell: Shell): string {
  return referencePage(shell, {
    at: guide.path,
    title: `${guide.title} - Onedoor`,
    description: `${guide.title}: how to use or run Onedoor.`,
    main: html`<p class="trail"><a href="/docs">API reference</a></p>
<article class="guide">
${guideMarkup(guide, shell.guides)}</article>
`,
  })
}
