import type { Examples } from '#runtime/outbound/description.ts'

const hourMs = 3_600_000

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

function withoutZone(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19)
}
