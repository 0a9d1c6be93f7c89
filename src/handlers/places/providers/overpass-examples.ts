import type { Examples } from '#runtime/outbound/description.ts'

/** Example responses of Overpass around any point: two cafes, a pharmacy and an element without coordinates. */
export const overpassExamples: Examples = ({ path, query }, nowMs) => {
  if (path.endsWith('/api/status'))
    return { body: 'Rate limit: 2\n2 slots available now.\n', contentType: 'text/plain' }
  const [, latText, lonText] = /around:\d+,(-?[\d.]+),(-?[\d.]+)/.exec(query.get('data') ?? '') ?? []
  if (!path.endsWith('/api/interpreter') || latText === undefined) return undefined
  const { cafes, others } = pointsAround(Number(latText), Number(lonText))
  const isForAll = !(query.get('data') ?? '').includes('"~"')
  return {
    json: {
      version: 0.6,
      generator: 'Overpass API 0.7.62.8',
      osm3s: {
        timestamp_osm_base: new Date(nowMs - 60_000).toISOString(),
        copyright:
          'The data included in this document is from www.openstreetmap.org. The data is made available under ODbL.',
      },
      elements: isForAll || /pharm/i.test(query.get('data') ?? '') ? [...cafes, ...others] : cafes,
    },
  }
}

function pointsAround(lat: number, lon: number) {
  const cafes = [
    {
      type: 'node',
      id: 2_463_807_711,
      lat: lat + 0.002,
      lon: lon - 0.0016,
      tags: {
        amenity: 'cafe',
        name: 'Canal House Coffee',
        cuisine: 'coffee_shop;sandwich',
        'addr:housenumber': '8',
        'addr:street': 'Jamestown Road',
        'addr:city': 'London',
        'addr:postcode': 'NW1 7BY',
        opening_hours: 'Mo-Fr 07:30-18:00; Sa,Su 09:00-17:00',
        phone: '+44 20 7946 0118; +44 20 7946 0119',
        website: 'https://canalhousecoffee.example;https://jamestown.example',
      },
    },
    {
      type: 'node',
      id: 5_120_093_364,
      lat: lat - 0.0031,
      lon: lon + 0.0012,
      tags: {
        amenity: 'cafe',
        name: 'Delancey Bakery',
        'addr:housenumber': '41',
        'addr:street': 'Delancey Street',
        'addr:city': 'London',
        'addr:postcode': 'NW1 7RX',
      },
    },
  ]
  const others = [
    {
      type: 'way',
      id: 81_234_567,
      center: { lat: lat + 0.0009, lon: lon - 0.0005 },
      nodes: [1, 2, 3, 1],
      tags: { amenity: 'pharmacy', name: 'Camden Pharmacy', opening_hours: 'Mo-Sa 09:00-19:00; PH off' },
    },
    { type: 'relation', id: 912_345, members: [], tags: { tourism: 'attraction', name: 'Lock' } },
  ]
  return { cafes, others }
}
