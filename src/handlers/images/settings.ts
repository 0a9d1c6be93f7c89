import { z } from 'zod'
import { timeZoneNamed } from '#runtime/accounts/time-zones.ts'
import { optional, setting } from '#runtime/base/setting.ts'
import { keySetting, ownBaseUrlSetting } from '#runtime/outbound/description.ts'

/** Settings of images. */
export const imageSettings = {
  timeZone: setting({
    name: 'TIME_ZONE',
    rule: 'an IANA time zone such as Europe/London, or UTC',
    fallback: 'UTC',
    meaning: 'The time zone of the instance. The picture of the day is created at 06:00 in this time zone.',
    without: 'Nothing.',
    example: 'Europe/London',
    schema: () =>
      z.string().transform((name, { addIssue }) => {
        const zone = timeZoneNamed(name)
        if (zone !== undefined) return zone
        addIssue('is not a time zone')
        return z.NEVER
      }),
  }),
  imagesBaseUrl: ownBaseUrlSetting(
    'IMAGES_BASE_URL',
    "The address of a server that generates pictures with OpenAI's images API, without the final `/images/generations`.",
    '`images.generate` fails with `not_configured`, and the picture of the day is drawn from the date.',
  ),
  imagesApiKey: keySetting(
    'IMAGES_API_KEY',
    'The key for the server at IMAGES_BASE_URL.',
    'Nothing, if the server does not require a key.',
  ),
  imagesModel: optional({
    name: 'IMAGES_MODEL',
    rule: 'the name of a model: at most 200 characters, with no spaces',
    meaning: 'The model that generates pictures, as the server at IMAGES_BASE_URL names it.',
    without: "The server's default model is used.",
    example: 'gpt-image-1',
    schema: () => z.string().regex(/^\S{1,200}$/),
  }),
} as const
