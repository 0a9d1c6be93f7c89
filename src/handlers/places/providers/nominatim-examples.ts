import type { Examples } from '#runtime/outbound/description.ts'

interface ExamplePlace {
  readonly words: RegExp
  readonly payload: Readonly<Record<string, unknown>> & { readonly lat: string; readonly lon: string }
}

const licence = 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright'
const london = {
  city: 'London',
  'ISO3166-2-lvl8': 'GB-CMD',
  state: 'England',
  'ISO3166-2-lvl4': 'GB-ENG',
  country: 'United Kingdom',
  country_code: 'gb',
}

/** The places that examples know. */
const gazetteer: readonly ExamplePlace[] = [
  placeOf(/king'?s cross/i, {
    osm: 'way/5013364',
    at: [51.5308, -0.1238],
    kind: ['railway', 'station', 'railway'],
    name: "King's Cross",
    address: { railway: "King's Cross", road: 'Euston Road', suburb: "King's Cross", ...london, postcode: 'N1C 4DE' },
    line: "King's Cross, Euston Road, London, Greater London, England, N1C 4DE, United Kingdom",
  }),
  placeOf(/british museum/i, {
    osm: 'relation/4081609',
    at: [51.5194, -0.1269],
    kind: ['tourism', 'museum', 'tourism'],
    name: 'British Museum',
    address: { tourism: 'British Museum', road: 'Great Russell Street', suburb: 'Bloomsbury', ...london },
    line: 'British Museum, Great Russell Street, Bloomsbury, London, Greater London, England, WC1B 3DG, United Kingdom',
  }),
  placeOf(/british library/i, {
    osm: 'way/427818536',
    at: [51.5299, -0.127],
    kind: ['amenity', 'library', 'amenity'],
    name: 'British Library',
    address: { amenity: 'British Library', house_number: '96', road: 'Euston Road', suburb: 'Somers Town', ...london },
    line: 'British Library, 96, Euston Road, Somers Town, London, Greater London, England, NW1 2DB, United Kingdom',
  }),
  placeOf(/camden/i, {
    osm: 'node/3663332951',
    at: [51.5393, -0.1427],
    kind: ['railway', 'station', 'railway'],
    name: 'Camden Town',
    address: { railway: 'Camden Town', road: 'Camden High Street', suburb: 'Camden Town', ...london },
    line: 'Camden Town, Camden High Street, Camden Town, London, Greater London, England, NW1 8NH, United Kingdom',
  }),
  placeOf(/ben nevis/i, {
    osm: 'node/2017768437',
    at: [56.7969, -5.0036],
    kind: ['natural', 'peak', 'peak'],
    name: 'Ben Nevis',
    address: {
      peak: 'Ben Nevis',
      county: 'Highland',
      state: 'Scotland',
      country: 'United Kingdom',
      country_code: 'gb',
    },
    line: 'Ben Nevis, Highland, Scotland, United Kingdom',
  }),
  placeOf(/helvellyn/i, {
    osm: 'node/12015441',
    at: [54.527, -3.0164],
    kind: ['natural', 'peak', 'peak'],
    name: 'Helvellyn',
    address: { peak: 'Helvellyn', county: 'Cumbria', state: 'England', country: 'United Kingdom', country_code: 'gb' },
    line: 'Helvellyn, Patterdale, Cumbria, England, United Kingdom',
  }),
  placeOf(/eiffel/i, {
    osm: 'way/5013365',
    at: [48.8582599, 2.2945006],
    kind: ['man_made', 'tower', 'man_made'],
    name: 'Tour Eiffel',
    address: {
      man_made: 'Tour Eiffel',
      house_number: '5',
      road: 'Avenue Anatole France',
      city: 'Paris',
      state: 'Île-de-France',
      'ISO3166-2-lvl4': 'FR-IDF',
      postcode: '75007',
      country: 'France',
      country_code: 'fr',
    },
    line: 'Tour Eiffel, 5, Avenue Anatole France, Paris, Île-de-France, 75007, France',
  }),
]

function placeOf(
  words: RegExp,
  place: {
    readonly osm: string
    readonly at: readonly [number, number]
    readonly kind: readonly [string, string, string]
    readonly name: string
    readonly address: Readonly<Record<string, string>>
    readonly line: string
  },
): ExamplePlace {
  const [type, id] = place.osm.split('/')
  const [lat, lon] = place.at
  const [category, kind, addresstype] = place.kind
  const box = [lat - 0.001, lat + 0.001, lon - 0.002, lon + 0.002]
  return {
    words,
    payload: {
      place_id: 88_715_228,
      licence,
      osm_type: type,
      osm_id: Number(id),
      lat: String(lat),
      lon: String(lon),
      category,
      type: kind,
      place_rank: 30,
      importance: 0.62,
      addresstype,
      name: place.name,
      display_name: place.line,
      address: place.address,
      boundingbox: box.map((edge) => edge.toFixed(7)),
    },
  }
}

/** What Nominatim would say of a few places. */
export const nominatimExamples: Examples = ({ path, query }) => {
  if (path.endsWith('/status')) return { json: { status: 0, message: 'OK' } }
  if (path.endsWith('/search')) {
    const name = query.get('q') ?? ''
    return { json: gazetteer.filter(({ words }) => words.test(name)).map(({ payload }) => payload) }
  }
  if (!path.endsWith('/reverse')) return undefined
  const [lat, lon] = [Number(query.get('lat')), Number(query.get('lon'))]
  const near = gazetteer.find(
    ({ payload }) => Math.abs(Number(payload.lat) - lat) < 0.005 && Math.abs(Number(payload.lon) - lon) < 0.005,
  )
  return { json: near?.payload ?? { error: 'Unable to geocode' } }
}

/** What Open-Meteo would say: the height of Ben Nevis there, and 38 metres everywhere else. */
export const openMeteoExamples: Examples = ({ path, query }) => {
  if (!path.endsWith('/v1/elevation')) return undefined
  return { json: { elevation: [Number(query.get('latitude')).toFixed(2) === '56.80' ? 1331 : 38] } }
}

/** What an Overpass server would say, wherever it is asked about: two cafes, a pharmacy and something without coordinates. */
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
        cuisine: 'coffee_shop',
        'addr:housenumber': '8',
        'addr:street': 'Jamestown Road',
        'addr:city': 'London',
        'addr:postcode': 'NW1 7BY',
        opening_hours: 'Mo-Fr 07:30-18:00; Sa,Su 09:00-17:00',
        phone: '+44 20 7946 0118',
        website: 'https://canalhousecoffee.example',
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

/** What Google Places would say, wherever it is asked about. */
export const googlePlacesExamples: Examples = ({ path, body }) => {
  if (/\/v1\/places\/[^:]+$/.test(path)) return { json: { id: path.split('/').at(-1) } }
  if (!/\/v1\/places:search(?:Nearby|Text)$/.test(path)) return undefined
  const [lat, lon] = ['latitude', 'longitude'].map((name) =>
    Number(new RegExp(`"${name}":(-?[\\d.e-]+)`).exec(body ?? '')?.[1]),
  ) as [number, number]
  return {
    json: {
      places: [
        {
          id: 'ChIJexample0001',
          types: ['cafe', 'coffee_shop', 'food', 'point_of_interest', 'establishment'],
          nationalPhoneNumber: '020 7946 0118',
          formattedAddress: '8 Jamestown Rd, London NW1 7BY, UK',
          location: { latitude: lat + 0.002, longitude: lon - 0.0016 },
          websiteUri: 'https://canalhousecoffee.example/',
          currentOpeningHours: { openNow: true },
          regularOpeningHours: {
            openNow: true,
            periods: [{ open: { day: 1, hour: 7, minute: 30 }, close: { day: 1, hour: 18, minute: 0 } }],
            weekdayDescriptions: ['Monday: 7:30 AM – 6:00 PM'],
          },
          displayName: { text: 'Canal House Coffee', languageCode: 'en' },
          primaryType: 'cafe',
        },
        {
          id: 'ChIJexample0002',
          types: ['bakery', 'food', 'point_of_interest', 'establishment'],
          formattedAddress: '41 Delancey St, London NW1 7RX, UK',
          location: { latitude: lat - 0.0031, longitude: lon + 0.0012 },
          displayName: { text: 'Delancey Bakery', languageCode: 'en' },
          primaryType: 'bakery',
        },
      ],
    },
  }
}
