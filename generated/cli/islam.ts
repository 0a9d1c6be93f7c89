// Written by `npm run generate` from spec/. Do not edit.
import type { CliMethod } from './index.ts'

export const methods: readonly CliMethod[] = [
  { name: 'read', summary: 'Read an Islamic text', description: 'Reads one passage of an Islamic text by path, such as `/quran/2/255` or `/hadith/1`, with its source and the\nreference to cite.\n\nThe original, its translation and the commentary are in separate fields; the text of a work written in English is\nin `body`. An address on another site or a path\nwithout a known collection fails with `invalid_argument`; an unknown passage fails with `not_found`.', needs: 'open', microCredits: 0, args: [{ name: 'path', type: 'string', isRequired: true, description: 'Path of the passage, or its full address on the source site: `/quran/2/255`, `/hadith/1`, `/names/99`,\n`/salihin/1`, `/ghazali/1`, `/seerah/page/1`, `/islamqa/1`, `/adhkar/1`.', minLength: 1, maxLength: 500 }], example: { path: '/quran/112/1' } },
]
