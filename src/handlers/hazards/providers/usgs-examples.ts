import type { Examples } from '#runtime/outbound/description.ts'

const minuteMs = 60_000

/** What the U.S. Geological Survey would send, with two earthquakes of the last hour, one without a magnitude, and a blast. */
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
