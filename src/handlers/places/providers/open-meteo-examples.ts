import type { Examples } from '#runtime/outbound/description.ts'

/** Example responses of Open-Meteo: the height of Ben Nevis there, and 38 metres everywhere else. */
export const openMeteoExamples: Examples = ({ path, query }) => {
  if (!path.endsWith('/v1/elevation')) return undefined
  return { json: { elevation: [Number(query.get('latitude')).toFixed(2) === '56.80' ? 1331 : 38] } }
}
