import type { Examples } from '#runtime/outbound/description.ts'

/** Example responses of Google Places around any point. */
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
