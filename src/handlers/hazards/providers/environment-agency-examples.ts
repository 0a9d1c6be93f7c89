import type { Examples } from '#runtime/outbound/description.ts'

const hourMs = 3_600_000

/** What the Environment Agency would send, with a warning, an alert and a warning that is over, and their areas. */
export const environmentAgencyExamples: Examples = ({ path }, now) => {
  if (path.endsWith('/id/floodAreas')) return { json: { items: [severnArea, wansbeckArea] } }
  if (!path.endsWith('/id/floods')) return undefined
  const changed = withoutZone(now - 2 * hourMs)
  const flood = (id: string, properties: Record<string, unknown>) => ({
    '@id': `http://environment.data.gov.uk/flood-monitoring/id/floods/${id}`,
    floodAreaID: id,
    isTidal: false,
    timeRaised: withoutZone(now - 12 * hourMs),
    timeMessageChanged: changed,
    timeSeverityChanged: changed,
    ...properties,
  })
  const items = [
    flood('031FWFSE230', {
      description: 'River Severn at Hallow and Bevere',
      eaAreaName: 'West Midlands',
      floodArea: { county: 'Worcestershire', notation: '031FWFSE230', riverOrSea: 'River Severn' },
      message:
        'The river is high after a week of rain and rises until Sunday evening. Property near the river is expected to flood.',
      severity: 'Flood warning',
      severityLevel: 2,
    }),
    flood('121WAF921', {
      description: 'River Wansbeck and its tributaries',
      eaAreaName: 'North East',
      floodArea: { county: 'Northumberland', notation: '121WAF921', riverOrSea: 'River Wansbeck' },
      severity: 'Flood alert',
      severityLevel: 3,
    }),
    flood('065WAF441', {
      description: 'River Adur West Branch',
      eaAreaName: 'Solent and South Downs',
      floodArea: { county: 'West Sussex', notation: '065WAF441', riverOrSea: 'River Adur' },
      message: 'This warning is no longer in force.',
      severity: 'Warning no longer in force',
      severityLevel: 4,
    }),
  ]
  return { json: { meta: { publisher: 'Environment Agency' }, items } }
}

const severnArea = { notation: '031FWFSE230', label: 'River Severn at Hallow and Bevere', lat: 52.231, long: -2.235 }
const wansbeckArea = { notation: '121WAF921', label: 'River Wansbeck and its tributaries', lat: 55.167, long: -1.69 }

function withoutZone(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}
