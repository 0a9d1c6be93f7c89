import type { Examples } from '#runtime/outbound/description.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** What the U.S. Geological Survey would send, with two earthquakes of the last hours, one without magnitude, and a blast. */
export const usgsExamples: Examples = ({ path }, now) => {
  const [, feed] = /\/summary\/(?:significant|4\.5|2\.5|1\.0|all)_(hour|day|week|month)\.geojson$/.exec(path) ?? []
  if (feed === undefined) return undefined
  const features = [
    quake('us7000r2k8', [141.806, 37.514, 41.2], {
      mag: 5.4,
      place: '96 km ENE of Iwaki, Japan',
      time: now - 40 * minuteMs,
    }),
    quake('us7000r2p1', [-178.334, -17.985, 562.3], {
      mag: 6.9,
      place: '248 km E of Levuka, Fiji',
      time: now - 20 * minuteMs,
      tsunami: 1,
    }),
    quake('ak02b1c4d5', [-150.2, 61.4, 12.3], {
      mag: null,
      place: null,
      time: now - 5 * minuteMs,
      status: 'automatic',
    }),
    quake('nn00912345', [-116.4, 40.8, 0], {
      mag: 4.6,
      place: '12 km S of Carlin, Nevada',
      time: now - 30 * minuteMs,
      type: 'quarry blast',
    }),
  ]
  return {
    json: { type: 'FeatureCollection', metadata: { generated: now, status: 200, count: features.length }, features },
  }
}

function quake(id: string, coordinates: readonly number[], properties: Readonly<Record<string, unknown>>) {
  return {
    type: 'Feature',
    properties: {
      magType: 'mww',
      updated: properties.time,
      url: `https://earthquake.usgs.gov/earthquakes/eventpage/${id}`,
      alert: properties.mag === null ? null : 'green',
      status: 'reviewed',
      tsunami: 0,
      type: 'earthquake',
      ...properties,
    },
    geometry: { type: 'Point', coordinates },
    id,
  }
}

/** What GDACS would send, with a cyclone, a flood and a fire that is over. */
export const gdacsExamples: Examples = ({ path }, now) => {
  if (!path.endsWith('/geteventlist/EVENTS4APP')) return undefined
  const event = (type: string, id: number, coordinates: readonly number[], properties: Record<string, unknown>) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates },
    properties: {
      eventtype: type,
      eventid: id,
      episodeid: 1,
      eventname: '',
      iscurrent: 'true',
      fromdate: withoutZone(now - 72 * hourMs),
      todate: withoutZone(now - 3 * hourMs),
      datemodified: withoutZone(now - 2 * hourMs),
      url: { report: `https://www.gdacs.org/report.aspx?eventtype=${type}&eventid=${id}` },
      ...properties,
    },
  })
  const features = [
    event('TC', 1001234, [122.5, 12.3], {
      eventname: 'Tropical Cyclone MAN-YI-26',
      alertlevel: 'Orange',
      country: 'Philippines',
      severitydata: { severity: 157.4, severitytext: 'Typhoon, maximum wind speed 157 km/h', severityunit: 'km/h' },
      affectedcountries: [{ iso2: 'PH', iso3: 'PHL', countryname: 'Philippines' }],
      source: 'JTWC',
    }),
    event('FL', 1102988, [90.4, 23.8], {
      name: 'Flood in Bangladesh',
      alertlevel: 'Green',
      country: 'Bangladesh',
      severitydata: { severity: 0, severitytext: 'Magnitude 0 ', severityunit: '' },
      affectedcountries: [{ iso2: 'BD', iso3: 'BGD', countryname: 'Bangladesh' }],
      source: 'GLOFAS',
    }),
    event('WF', 1021177, [-8.1, 40.2], {
      name: 'Forest fires in Portugal',
      alertlevel: 'Green',
      iscurrent: 'false',
      country: 'Portugal',
      affectedcountries: [{ iso2: 'PT', iso3: 'PRT', countryname: 'Portugal' }],
      source: 'GWIS',
    }),
  ]
  return { json: { type: 'FeatureCollection', features } }
}

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
