import type { Scripted } from './model-provider/index.ts'

/** A document that passes every check, which says `said`. */
export function documentSaying(said: string, script = ''): string {
  return `<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8"><title>App</title></head>\n<body><h1>App</h1><p id="out">${said}</p>\n<script>\n${script}\n</script>\n</body>\n</html>\n`
}

/** The response of a model that has written an app. */
export function writtenApp(html: string, more: Record<string, unknown> = {}): Scripted {
  const app = {
    name: 'Tip splitter',
    description: 'Splits a bill between friends.',
    tags: ['Money', 'restaurants'],
    emoji: '🧮',
    html,
    ...more,
  }
  return { text: JSON.stringify(app) }
}
